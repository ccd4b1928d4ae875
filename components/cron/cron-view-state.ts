/** The cron page's state in its address, and addresses that change one part of it. */
import { firstOrder, LEDGER_SORTS, type LedgerOrder, type LedgerSort } from '@/lib/domain/cron/cron-order'

export type CronView = LedgerOrder & { readonly home: string | null }

const DEFAULT_SORT: LedgerSort = 'sessions'

/** An invalid parameter means the default, never an error. */
export function parseCronView(params: Readonly<Record<string, string | string[] | undefined>>): CronView {
  const { home, order } = params
  const sort = LEDGER_SORTS.find((each) => each === params.sort) ?? DEFAULT_SORT
  return {
    home: typeof home === 'string' && home !== '' ? home : null,
    sort,
    order: order === 'asc' || order === 'desc' ? order : firstOrder(sort),
  }
}

/** The table sorted by this column, or in reverse if it already is. */
export function sortHref(view: CronView, sort: LedgerSort): string {
  const order = view.sort === sort ? (view.order === 'asc' ? 'desc' : 'asc') : firstOrder(sort)
  const query = new URLSearchParams(view.home === null ? {} : { home: view.home })
  if (sort !== DEFAULT_SORT || order !== firstOrder(sort)) query.set('sort', sort)
  if (order !== firstOrder(sort)) query.set('order', order)
  return query.size === 0 ? '/cron' : `/cron?${query}`
}
