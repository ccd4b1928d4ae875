import { progressSteps } from '@/components/overview/progress-steps'
import { ProgressLine } from '@/components/ui/progress-line'
import type { GitProgress as Progress } from '@/lib/domain/checkpoints/checkpoint-list'
import type { CountProgress } from '@/lib/domain/home/count-progress'
import { formatCount } from '@/lib/shared/numbers'
import { RefreshSoon } from './auto-refresh'

type Props = { measuring: Progress; counting: CountProgress | null }

/** Git is asked one repository after the other; what it has not told yet is said to be measured. */
export function GitProgress({ measuring: { running, done, total }, counting }: Props) {
  const isAsking = running && total > 0
  const asking = {
    title: `Asking git: ${formatCount(done)} of ${formatCount(total)} told`,
    share: total === 0 ? null : done / total,
  }
  return (
    <>
      <ProgressLine
        steps={[...(isAsking ? [asking] : []), ...(counting === null ? [] : progressSteps(counting))]}
      >
        {isAsking &&
          'One repository after the other, at low priority. The figures appear here by themselves.'}
      </ProgressLine>
      {isAsking && <RefreshSoon />}
    </>
  )
}
