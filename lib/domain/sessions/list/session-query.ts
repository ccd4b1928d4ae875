/**
 * A page of sessions: filtered, sorted, and cut at a cursor that new rows do not shift, or at an offset for
 * scrolling. Pure and independent of row order: ties are broken by id and unknown values come last.
 */
import { type CursorPart, decodeCursor, encodeCursor } from '../../../shared/cursor.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { smallest } from '../../../shared/smallest.ts'
import { BAD_CURSOR_WORDS } from '../words.ts'
import { eachFacet, type FacetKey } from './facet-column.ts'
import { COLUMNS, type ColumnValue, compareValues, isTextSort, type SortKey } from './session-columns.ts'
import { type FacetCounts, filterSessions, type SessionFilter } from './session-filter.ts'
import { type SessionItem, sessionItem } from './session-item.ts'
import { orderSessions } from './session-order.ts'
import type { TabulatedSessions } from './session-table.ts'
import { type ListedTotals, sumSessions } from './session-totals.ts'

export type SessionQuery = {
  readonly view: 'rows' | 'conversations'
  readonly filter: SessionFilter
  readonly sort: SortKey
  readonly order: 'asc' | 'desc'
  readonly cursor: string | null
  /** Skips this many. An offset shifts when rows are added or removed, a cursor does not. */
  readonly offset: number | null
  readonly limit: number
}

export type SessionPage = {
  readonly items: readonly SessionItem[]
  readonly nextCursor: string | null
  /** How many match, of how many there are. */
  readonly total: number
  readonly of: number
  readonly totals: ListedTotals
  /** On the first page only, because they are the same for every page. */
  readonly facets: Readonly<Record<FacetKey, Facet>> | null
}

type Facet = {
  readonly values: readonly {
    readonly value: string | null
    readonly label: string
    readonly count: number
  }[]
  /** How many further values there are. */
  readonly more: number
}

export type BadCursor = { readonly code: 'bad-input'; readonly message: string }

const FACET_VALUES = 100

/** All matches before paging, computed once for any number of pages. */
export type SessionListing = {
  readonly matches: readonly number[]
  readonly facets: FacetCounts
  readonly totals: ListedTotals
  /** Every match in order. Sorted on the first request by offset. */
  readonly ordered: () => Uint32Array
}

/** `table` must be that of the query's view. */
export function listSessions(table: TabulatedSessions, query: SessionQuery, nowMs: number): SessionListing {
  const { matches, facets } = filterSessions(table, query.filter, nowMs)
  let ordered: Uint32Array | null = null
  return {
    matches,
    facets,
    totals: sumSessions(table, matches),
    ordered: () => {
      ordered ??= orderSessions(table, matches, query.sort, query.order)
      return ordered
    },
  }
}

export function querySessions(
  table: TabulatedSessions,
  query: SessionQuery,
  nowMs: number,
  listing: SessionListing = listSessions(table, query, nowMs),
): Result<SessionPage, BadCursor> {
  const start = query.cursor === null ? null : readCursor(query.cursor, query)
  if (start === BAD) return failed(BAD_CURSOR)
  const page = keysFrom(table, listing, query, start)
  const shown = page.slice(0, query.limit)
  const last = shown.at(-1)
  return ok({
    items: shown.flatMap(({ place }) => {
      const session = table.sessions[place]
      return session === undefined ? [] : [sessionItem(table, place, session)]
    }),
    nextCursor: page.length > shown.length && last !== undefined ? writeCursor(query, last) : null,
    total: listing.matches.length,
    of: table.sessions.length,
    totals: listing.totals,
    facets: start === null && (query.offset ?? 0) === 0 ? shownFacets(table, listing.facets) : null,
  })
}

type Key = { readonly value: ColumnValue; readonly id: string }
type PlacedKey = Key & { readonly place: number }

const makeCompare =
  (order: SessionQuery['order']) =>
  (a: Key, b: Key): number =>
    compareValues(a.value, b.value, order) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/** Up to one more than the page, to detect whether there is another. */
function keysFrom(
  table: TabulatedSessions,
  listing: SessionListing,
  { sort, order, offset, limit }: SessionQuery,
  start: Key | null,
): readonly PlacedKey[] {
  const valueAt = COLUMNS[sort]
  const keyOf = (place: number): PlacedKey => ({
    value: valueAt(table, place),
    id: table.sessions[place]?.id ?? '',
    place,
  })
  if (start === null && offset !== null && offset > 0)
    return Array.from(listing.ordered().subarray(offset, offset + limit + 1), keyOf)
  const compare = makeCompare(order)
  const keys: PlacedKey[] = []
  for (const place of listing.matches) {
    const key = keyOf(place)
    if (start === null || compare(key, start) > 0) keys.push(key)
  }
  return smallest(keys, limit + 1, compare)
}

const BAD = 'bad'
const BAD_CURSOR: BadCursor = {
  code: 'bad-input',
  message: BAD_CURSOR_WORDS,
}

/** A cursor is only valid for its sort order, so it includes it. */
const writeCursor = ({ view, sort, order }: SessionQuery, { value, id }: Key): string =>
  encodeCursor([view, sort, order, value, id])

function readCursor(cursor: string, query: SessionQuery): Key | typeof BAD {
  const parts = decodeCursor(cursor)
  if (parts === null || parts.length !== 5) return BAD
  const [view, sort, order, value, id] = parts
  if (view !== query.view || sort !== query.sort || order !== query.order || typeof id !== 'string')
    return BAD
  return isValueOf(query.sort, value) ? { value, id } : BAD
}

const isValueOf = (sort: SortKey, value: CursorPart | undefined): value is CursorPart =>
  value === null || typeof value === (isTextSort(sort) ? 'string' : 'number')

const shownFacets = (table: TabulatedSessions, counts: FacetCounts): Record<FacetKey, Facet> =>
  eachFacet((key) => {
    const values = smallest(counts[key], FACET_VALUES, mostFirst).map(([value, count]) => ({
      value,
      label: key === 'job' && value !== null ? table.jobName(value) : (value ?? 'none'),
      count,
    }))
    return { values, more: counts[key].size - values.length }
  })

const mostFirst = (a: readonly [string | null, number], b: readonly [string | null, number]): number =>
  b[1] - a[1] || compareValues(a[0], b[0], 'asc')
