/** A stored plan alone or with its first page of items, and further pages of them. */
import type { PlanItem } from '../../domain/plan/plan.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import type { Store, StoreFault } from '../../store/open-store.ts'
import { type ItemPage, type ItemQuery, readItemPage } from '../../store/plans/plan-items.ts'
import { readPlan, type StoredPlan } from '../../store/plans/plans.ts'
import { type StoreContext, withStore } from '../../store/store-context.ts'

export type PlanFault =
  | { readonly code: 'no-such-plan' }
  | { readonly code: 'no-such-finding' }
  | { readonly code: 'bad-cursor' }
  | { readonly code: 'items-deleted' }
  /** Steward's database cannot be opened, read or written. */
  | StoreFault

export type ShownPlan = {
  readonly plan: StoredPlan
  readonly items: readonly PlanItem[]
  readonly nextCursor: string | null
}

export type PlanAnswer = Result<StoredPlan, PlanFault>
export type ShownPlanAnswer = Result<ShownPlan, PlanFault>
export type PlanItemsInput = { readonly id: string; readonly query: ItemQuery }
export type PlanItemsAnswer = Result<ItemPage, PlanFault>

export const FIRST_PAGE: ItemQuery = {
  verdict: null,
  reason: null,
  step: null,
  together: null,
  q: null,
  cursor: null,
  limit: 100,
}

/** Without items, so that a caller that only needs the steps does not copy them between threads. */
export const readPlanById = (context: StoreContext, { id }: { readonly id: string }): PlanAnswer =>
  withStore(context, (store) => {
    const plan = readPlan(store, id, context.now())
    return plan === null ? failed({ code: 'no-such-plan' }) : ok(plan)
  })

export function readShownPlan(context: StoreContext, input: { readonly id: string }): ShownPlanAnswer {
  const plan = readPlanById(context, input)
  if (!plan.ok) return plan
  if (plan.value.areItemsDeleted) return ok({ plan: plan.value, items: [], nextCursor: null })
  const page = readPlanItems(context, { id: input.id, query: FIRST_PAGE })
  if (!page.ok) return page
  return ok({ plan: plan.value, items: page.value.items, nextCursor: page.value.nextCursor })
}

export const readPlanItems = (context: StoreContext, { id, query }: PlanItemsInput): PlanItemsAnswer =>
  withStore(context, (store) =>
    readPlan(store, id, context.now())?.areItemsDeleted === true
      ? failed({ code: 'items-deleted' })
      : pageOf(store, id, query),
  )

function pageOf(store: Store, id: string, query: ItemQuery): PlanItemsAnswer {
  const page = readItemPage(store, id, query)
  if (page === null) return failed({ code: 'no-such-plan' })
  return page.ok ? page : failed({ code: 'bad-cursor' })
}
