/** Parses and builds the addresses of the database page. */
import type { TableView } from '@/lib/domain/database/database-view'

const TABLE_SORTS = ['bytes', 'name', 'rows', 'unusedBytes'] as const
export type TableSort = (typeof TABLE_SORTS)[number]

export type DatabaseState = {
  readonly home: string | null
  readonly sort: TableSort
  readonly order: 'asc' | 'desc'
}

const defaultOrder = (sort: TableSort): 'asc' | 'desc' => (sort === 'name' ? 'asc' : 'desc')

/** An invalid parameter means the default, never an error. */
export function parseDatabaseState(
  params: Readonly<Record<string, string | string[] | undefined>>,
): DatabaseState {
  const { home, order } = params
  const sort = TABLE_SORTS.find((each) => each === params.sort) ?? 'bytes'
  return {
    home: typeof home === 'string' && home !== '' ? home : null,
    sort,
    order: order === 'asc' || order === 'desc' ? order : defaultOrder(sort),
  }
}

/** Sorts the table by this column, or reverses the order if it is already sorted by it. */
export function tableSortHref(state: DatabaseState, sort: TableSort): string {
  const order = state.sort === sort ? (state.order === 'asc' ? 'desc' : 'asc') : defaultOrder(sort)
  const query = new URLSearchParams(state.home === null ? {} : { home: state.home })
  if (sort !== 'bytes' || order !== 'desc') query.set('sort', sort)
  if (order !== defaultOrder(sort)) query.set('order', order)
  return query.size === 0 ? '/database' : `/database?${query}`
}

/** Unknown values come last in either order. */
export function sortTables(
  tables: readonly TableView[],
  { sort, order }: Pick<DatabaseState, 'sort' | 'order'>,
): TableView[] {
  const direction = order === 'asc' ? 1 : -1
  return [...tables].sort((a, b) => {
    const [left, right] = [a[sort], b[sort]]
    if (left === right) return a.name < b.name ? -1 : 1
    if (left === null) return 1
    if (right === null) return -1
    return left < right ? -direction : direction
  })
}
