import { progressSteps } from '@/components/overview/progress-steps'
import { ProgressLine } from '@/components/ui/progress-line'
import type { GitProgress as Progress } from '@/lib/domain/checkpoints/checkpoint-list'
import type { CountProgress } from '@/lib/domain/home/count-progress'
import { AutoRefresh } from './auto-refresh'
import { MEASURING_NOTE, measuringTitle } from './words'

type Props = { measuring: Progress; counting: CountProgress | null }

/** Git measures one repository after another. Unmeasured values are shown as "measuring". */
export function MeasuringProgress({ measuring: { running, done, total }, counting }: Props) {
  const isMeasuring = running && total > 0
  const step = {
    title: measuringTitle(done, total),
    share: total === 0 ? null : done / total,
  }
  return (
    <>
      <ProgressLine
        steps={[...(isMeasuring ? [step] : []), ...(counting === null ? [] : progressSteps(counting))]}
      >
        {isMeasuring && MEASURING_NOTE}
      </ProgressLine>
      {isMeasuring && <AutoRefresh />}
    </>
  )
}
