/** The initial data of a plan's page: the largest items of every group, and its home's protected items. */

import type { PlanItem, Verdict } from '../../domain/plan/plan.ts'
import { groupsOf } from '../../domain/plan/plan-groups.ts'
import { countProtected, type ProtectedCount } from '../../domain/plan/protected-counts.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { MINUTE_MS } from '../../shared/time.ts'
import type { Store } from '../../store/open-store.ts'
import { readItemPage } from '../../store/plans/plan-items.ts'
import { readPlan, type StoredPlan } from '../../store/plans/plans.ts'
import { type StoreContext, withStore } from '../../store/store-context.ts'
import type { HomeObserver } from '../observe/home-observer.ts'
import { FIRST_PAGE, type PlanFault } from './read-plan.ts'

type PlanPage = {
  readonly plan: StoredPlan
  /** By the key of their group. */
  readonly first: Readonly<Record<string, readonly PlanItem[]>>
  readonly protectedCounts: readonly ProtectedCount[]
  readonly nowMs: number
}

export type PlanPageAnswer = Result<PlanPage, PlanFault>

/** As many as the table shows of a collapsed group. */
const FIRST_OF_GROUP = 4

export async function readPlanPage(
  context: StoreContext,
  { id }: { readonly id: string },
  observerOf: (homeId: string) => HomeObserver | undefined,
): Promise<PlanPageAnswer> {
  const nowMs = context.now()
  const read = withStore<Omit<PlanPage, 'protectedCounts'>, PlanFault>(context, (store) => {
    const plan = readPlan(store, id, nowMs)
    if (plan === null) return failed({ code: 'no-such-plan' })
    const first = groupsOf(plan.totals).map(({ key, verdict, code, steps }) => [
      key,
      firstItems(store, id, verdict, code, steps[0] ?? null),
    ])
    return ok({ plan, first: Object.fromEntries(first), nowMs })
  })
  if (!read.ok) return read
  return ok({ ...read.value, protectedCounts: await protectedNow(read.value.plan, observerOf) })
}

/** Empty for an approved plan, which no longer has this page, and for a home that is not open. */
async function protectedNow(
  { homeId, receiptId }: StoredPlan,
  observerOf: (homeId: string) => HomeObserver | undefined,
): Promise<readonly ProtectedCount[]> {
  const home = receiptId === null ? observerOf(homeId) : undefined
  return home === undefined ? [] : countProtected(await home.assessed(MINUTE_MS))
}

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
