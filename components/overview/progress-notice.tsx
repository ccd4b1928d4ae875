import { LocalTime } from '@/components/ui/local-time'
import { ProgressLine } from '@/components/ui/progress-line'
import type { CountProgress } from '@/lib/domain/home/count-progress'
import { progressSteps } from './progress-steps'
import { PROGRESS_NOTE } from './words'

type Props = { progress: CountProgress | null; countedAt: string | null }

/** Old numbers stay, with their age, until the new ones arrive. */
export function ProgressNotice({ progress, countedAt }: Props) {
  return (
    <ProgressLine steps={progress === null ? [] : progressSteps(progress)}>
      {countedAt === null ? (
        PROGRESS_NOTE
      ) : (
        <>
          Below is the picture from <LocalTime iso={countedAt} show="day-time" />. You can go on working.
        </>
      )}
    </ProgressLine>
  )
}
