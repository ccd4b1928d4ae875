import Clock from 'lucide-react/icons/clock'
import { LocalTime } from '@/components/ui/local-time'
import { Notice } from '@/components/ui/notice'
import type { CountProgress } from '@/lib/domain/count-progress'
import { progressSteps } from './progress-words'

type Props = { progress: CountProgress | null; countedAt: string | null }

/** Old numbers stay, with their age, while the new ones arrive. */
export function ProgressNotice({ progress, countedAt }: Props) {
  if (progress === null) return null
  return progressSteps(progress).map(({ title, share }) => (
    <Notice key={title.split(':')[0]} level="info" title={title} icon={<Clock size={16} strokeWidth={1.5} />}>
      <p>
        {countedAt === null ? (
          'What depends on it says unknown until then. You can go on working.'
        ) : (
          <>
            Below is the picture from <LocalTime iso={countedAt} show="day-time" />. You can go on working.
          </>
        )}
      </p>
      {share !== null && (
        <div
          role="progressbar"
          aria-label={title}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.floor(share * 100)}
          className="mt-2 h-2 w-80 max-w-full overflow-hidden rounded-[2px] bg-raised"
        >
          <div className="h-full bg-accent" style={{ width: `${share * 100}%` }} />
        </div>
      )}
    </Notice>
  ))
}
