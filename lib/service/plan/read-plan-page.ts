/** A plan as its page shows it first: with the largest items of every group. */
import type { PlanItem, Verdict } from '../../domain/plan/plan.ts'
import { groupsOf } from '../../domain/plan/plan-groups.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import type { Store } from '../../store/open-store.ts'
import { readItemPage } from '../../store/plans/plan-items.ts'
import { readPlan, type StoredPlan } from '../../store/plans/plans.ts'
import type { HomeObserver } from '../observe/home-observer.ts'
import { FIRST_PAGE, type PlanFault, withStore } from './read-plan.ts'

export type PlanPageAnswer = Result<
  {
    readonly plan: StoredPlan
    /** By the key of their group. */
    readonly first: Readonly<Record<string, readonly PlanItem[]>>
    readonly nowMs: number
  },
  PlanFault
>

/** As many as the table shows of a group that is not open. */
const FIRST_OF_GROUP = 4

export const readPlanPage = (home: HomeObserver, { id }: { readonly id: string }): PlanPageAnswer =>
  withStore(home, (store) => {
    const nowMs = home.now()
    const plan = readPlan(store, id, nowMs)
    if (plan === null) return failed({ code: 'no-such-plan' })
    const first = groupsOf(plan.totals).map(({ key, verdict, code, steps }) => [
      key,
      firstItems(store, id, verdict, code, steps[0] ?? null),
    ])
    return ok({ plan, first: Object.fromEntries(first), nowMs })
  })

function firstItems(
  store: Store,
  id: string,
  verdict: Verdict,
  reason: string,
  step: number | null,
): readonly PlanItem[] {
  const page = readItemPage(store, id, { ...FIRST_PAGE, verdict, reason, step, limit: FIRST_OF_GROUP })
  return page?.ok ? page.value.items : []
}
