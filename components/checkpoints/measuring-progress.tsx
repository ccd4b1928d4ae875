import { progressSteps } from '@/components/overview/progress-steps'
import { ProgressLine } from '@/components/ui/progress-line'
import type { GitProgress as Progress } from '@/lib/domain/checkpoints/checkpoint-list'
import type { CountProgress } from '@/lib/domain/home/count-progress'
import { formatCount } from '@/lib/shared/numbers'
import { AutoRefresh } from './auto-refresh'

type Props = { measuring: Progress; counting: CountProgress | null }

/** Git measures one repository after another. Unmeasured values are shown as "measuring". */
export function MeasuringProgress({ measuring: { running, done, total }, counting }: Props) {
  const isMeasuring = running && total > 0
  const step = {
    title: `Asking git: ${formatCount(done)} of ${formatCount(total)} told`,
    share: total === 0 ? null : done / total,
  }
  return (
    <>
      <ProgressLine
        steps={[...(isMeasuring ? [step] : []), ...(counting === null ? [] : progressSteps(counting))]}
      >
        {isMeasuring &&
          'One repository after the other, at low priority. The figures appear here by themselves.'}
      </ProgressLine>
      {isMeasuring && <AutoRefresh />}
    </>
  )
}
