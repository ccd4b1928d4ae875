/** The number beside a page's name. Unknown numbers are left out. */
import type { Overview } from '@/lib/domain/overview/overview'
import { formatCount } from '@/lib/shared/numbers'
import type { PageId } from './nav-items'

export type NavCount = { readonly text: string; readonly unit: string }
export type NavCounts = Readonly<Partial<Record<PageId, NavCount>>>

/** `waitingPlans` are plans that nobody approved yet. */
type Counted = { readonly checkpoints: number | null; readonly waitingPlans: number | null }

export function navCounts(
  { sessions, cronJobs }: Overview,
  { checkpoints, waitingPlans }: Counted,
): NavCounts {
  const plans = waitingPlans === 0 ? null : waitingPlans
  return {
    ...counted('sessions', sessions?.total ?? null, 'sessions'),
    ...counted('cron', cronJobs?.filter(({ exists }) => exists).length ?? null, 'jobs'),
    ...counted('checkpoints', checkpoints, 'projects'),
    ...(plans !== null && {
      cleanup: {
        text: `${formatCount(plans)} ${plans === 1 ? 'plan' : 'plans'}`,
        unit: plans === 1 ? 'waits' : 'wait',
      },
    }),
  }
}

const counted = (page: PageId, count: number | null, unit: string): NavCounts =>
  count === null ? {} : { [page]: { text: formatCount(count), unit } }
