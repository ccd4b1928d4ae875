/** A stored plan with its first page of items, and further pages of them. */
import type { PlanItem } from '../../domain/plan/plan.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import type { Store } from '../../store/open-store.ts'
import { type ItemPage, type ItemQuery, readItemPage } from '../../store/plans/plan-items.ts'
import { readPlan, type StoredPlan } from '../../store/plans/plans.ts'
import type { HomeObserver } from '../observe/home-observer.ts'

export type PlanFault =
  | { readonly code: 'no-such-plan' }
  | { readonly code: 'no-such-finding' }
  | { readonly code: 'bad-cursor' }
  /** Our own database cannot be opened, read or written. */
  | { readonly code: 'store-unavailable'; readonly detail: string }

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

export const readHomePlan = (home: HomeObserver, { id }: { readonly id: string }): PlanAnswer =>
  withStore(home, (store) => {
    const plan = readPlan(store, id, home.now())
    if (plan === null) return failed({ code: 'no-such-plan' })
    const page = pageOf(store, id, FIRST_PAGE)
    return page.ok ? ok({ plan, items: page.value.items, nextCursor: page.value.nextCursor }) : page
  })

export const readPlanItems = (home: HomeObserver, { id, query }: PlanItemsInput): PlanItemsAnswer =>
  withStore(home, (store) => pageOf(store, id, query))

function pageOf(store: Store, id: string, query: ItemQuery): PlanItemsAnswer {
  const page = readItemPage(store, id, query)
  if (page === null) return failed({ code: 'no-such-plan' })
  return page.ok ? page : failed({ code: 'bad-cursor' })
}

/** A full disk under our own data is for the operator to fix, and no bug. */
export function withStore<T>(
  home: HomeObserver,
  work: (store: Store) => Result<T, PlanFault>,
): Result<T, PlanFault> {
  const store = home.memory?.store
  if (store === undefined)
    return failed({ code: 'store-unavailable', detail: 'Steward’s own database cannot be opened' })
  try {
    return work(store)
  } catch (error) {
    return failed({
      code: 'store-unavailable',
      detail: error instanceof Error ? error.message : String(error),
    })
  }
}
