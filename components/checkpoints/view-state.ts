/** Parses and builds the addresses of the checkpoints page. */
import {
  CHECKPOINT_LAYOUTS,
  CHECKPOINT_SORTS,
  CHECKPOINT_STATES,
  type CheckpointQuery,
} from '@/lib/domain/checkpoints/checkpoint-list'

export type CheckpointViewState = Pick<
  CheckpointQuery,
  'state' | 'layout' | 'q' | 'sort' | 'order' | 'cursor'
> & {
  readonly home: string | null
}

type Params = Readonly<Record<string, string | string[] | undefined>>
type Sort = CheckpointQuery['sort']

const DEFAULT_SORT: Sort = 'exclusiveBytes'
export const ROWS_PER_PAGE = 100
const MAX_SEARCH_LENGTH = 200

/** Text starts at A, numbers and times start with the largest. */
const defaultOrder = (sort: Sort): 'asc' | 'desc' => (TEXT_COLUMNS.has(sort) ? 'asc' : 'desc')
const TEXT_COLUMNS: ReadonlySet<Sort> = new Set(['workdir', 'state', 'layout'])

/** An invalid parameter means the default, never an error. */
export function parseCheckpointView(params: Params): CheckpointViewState {
  const sort = CHECKPOINT_SORTS.find((each) => each === params.sort) ?? DEFAULT_SORT
  return {
    home: textOf(params.home),
    state: CHECKPOINT_STATES.find((each) => each === params.state) ?? null,
    layout: CHECKPOINT_LAYOUTS.find((each) => each === params.layout) ?? null,
    q: textOf(params.q)?.trim().slice(0, MAX_SEARCH_LENGTH) || null,
    sort,
    order: params.order === 'asc' || params.order === 'desc' ? params.order : defaultOrder(sort),
    cursor: textOf(params.cursor),
  }
}

const textOf = (value: string | string[] | undefined): string | null =>
  typeof value === 'string' && value !== '' ? value : null

/** Another filter or order starts at the first page. */
export function checkpointHref(view: CheckpointViewState, change: Partial<CheckpointViewState>): string {
  const query = queryOf({ ...view, cursor: null, ...change })
  return query.size === 0 ? '/checkpoints' : `/checkpoints?${query}`
}

/** Sorts by this column, or reverses the order if it is already sorted by it. */
export function checkpointSortHref(view: CheckpointViewState, sort: Sort): string {
  const reversed = view.order === 'asc' ? 'desc' : 'asc'
  return checkpointHref(view, { sort, order: view.sort === sort ? reversed : defaultOrder(sort) })
}

/** The API address for the whole list with the same filter and order. */
export function checkpointApiHref(view: CheckpointViewState, homeId: string): string {
  const query = queryOf({ ...view, home: null, cursor: null })
  query.set('sort', view.sort)
  query.set('order', view.order)
  return `/api/v1/homes/${encodeURIComponent(homeId)}/checkpoints?${query}`
}

function queryOf({ home, state, layout, q, sort, order, cursor }: CheckpointViewState): URLSearchParams {
  const query = new URLSearchParams()
  if (home !== null) query.set('home', home)
  if (state !== null) query.set('state', state)
  if (layout !== null) query.set('layout', layout)
  if (q !== null) query.set('q', q)
  if (sort !== DEFAULT_SORT) query.set('sort', sort)
  if (order !== defaultOrder(sort)) query.set('order', order)
  if (cursor !== null) query.set('cursor', cursor)
  return query
}
