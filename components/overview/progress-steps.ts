import type { ProgressStep } from '@/components/ui/progress-line'
import type { CountProgress } from '@/lib/domain/home/count-progress'
import { countedOf, countedSoFar } from './words'

/** Progress of scanning and indexing. Finished steps are left out. */
export function progressSteps(progress: CountProgress): ProgressStep[] {
  const { filesCounted, filesExpected, indexed, indexTotal } = progress
  const steps: ProgressStep[] = []
  if (filesCounted > 0 || filesExpected !== null)
    steps.push(step('Counting files', filesCounted, filesExpected, 'about '))
  if (indexTotal !== null && indexed < indexTotal)
    steps.push(step('Indexing messages', indexed, indexTotal, ''))
  return steps
}

/** The expected number is the previous scan's. A home that grew exceeds it, and then the share is unknown. */
function step(what: string, done: number, expected: number | null, hedge: string): ProgressStep {
  if (expected === null || expected === 0 || done > expected) {
    return { title: countedSoFar(what, done), share: null }
  }
  return {
    title: countedOf(what, done, hedge, expected),
    share: done / expected,
  }
}
