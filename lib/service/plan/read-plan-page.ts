/** The initial data of a plan's page: the largest items of every group, and its home's protected items. */
import { type Guard, guardsOf } from '../../domain/plan/guards.ts'
import type { PlanItem, Verdict } from '../../domain/plan/plan.ts'
import { groupsOf } from '../../domain/plan/plan-groups.ts'
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
  readonly guards: readonly Guard[]
  readonly nowMs: number
}

export type PlanPageAnswer = Result<PlanPage, PlanFault>

/** As many as the table shows of a group that is not open. */
const FIRST_OF_GROUP = 4

export async function readPlanPage(
  context: StoreContext,
  { id }: { readonly id: string },
  observerOf: (homeId: string) => HomeObserver | undefined,
): Promise<PlanPageAnswer> {
  const nowMs = context.now()
  const read = withStore<Omit<PlanPage, 'guards'>, PlanFault>(context, (store) => {
    const plan = readPlan(store, id, nowMs)
    if (plan === null) return failed({ code: 'no-such-plan' })
    const first = groupsOf(plan.totals).map(({ key, verdict, code, steps }) => [
      key,
      firstItems(store, id, verdict, code, steps[0] ?? null),
    ])
    return ok({ plan, first: Object.fromEntries(first), nowMs })
  })
  if (!read.ok) return read
  return ok({ ...read.value, guards: await guardsNow(read.value.plan, observerOf) })
}

/** An approved plan no longer has this page, and a home that is not open has nothing to count. */
async function guardsNow(
  { homeId, receiptId }: StoredPlan,
  observerOf: (homeId: string) => HomeObserver | undefined,
): Promise<readonly Guard[]> {
  const home = receiptId === null ? observerOf(homeId) : undefined
  return home === undefined ? [] : guardsOf(await home.assessed(MINUTE_MS))
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
