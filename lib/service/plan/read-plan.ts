/** A stored plan with its first page of items, and further pages of them. */
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
  /** Steward's database cannot be opened, read or written. */
  | StoreFault

export type ShownPlan = {
  readonly plan: StoredPlan
  readonly items: readonly PlanItem[]
  readonly nextCursor: string | null
}

export type PlanAnswer = Result<ShownPlan, PlanFault>
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

export const readPlanById = (context: StoreContext, { id }: { readonly id: string }): PlanAnswer =>
  withStore(context, (store) => {
    const plan = readPlan(store, id, context.now())
    if (plan === null) return failed({ code: 'no-such-plan' })
    const page = pageOf(store, id, FIRST_PAGE)
    return page.ok ? ok({ plan, items: page.value.items, nextCursor: page.value.nextCursor }) : page
  })

export const readPlanItems = (context: StoreContext, { id, query }: PlanItemsInput): PlanItemsAnswer =>
  withStore(context, (store) => pageOf(store, id, query))

function pageOf(store: Store, id: string, query: ItemQuery): PlanItemsAnswer {
  const page = readItemPage(store, id, query)
  if (page === null) return failed({ code: 'no-such-plan' })
  return page.ok ? page : failed({ code: 'bad-cursor' })
}
