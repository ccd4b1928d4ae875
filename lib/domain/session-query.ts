/**
 * A page of sessions: filtered, sorted, cut at a place that new rows do not move. Pure; the order of rows changes
 * nothing, because ties are settled by id and what is unknown stands last.
 */
import { type CursorPart, decodeCursor, encodeCursor } from '../shared/cursor.ts'
import { failed, ok, type Result } from '../shared/result.ts'
import { smallest } from '../shared/smallest.ts'
import { eachFacet, type FacetKey } from './facet-column.ts'
import { COLUMNS, type ColumnValue, compareValues, type SortKey } from './session-columns.ts'
import { type FacetCounts, filterSessions, type SessionFilter } from './session-filter.ts'
import { type SessionItem, sessionItem } from './session-item.ts'
import type { SessionTable } from './session-table.ts'
import { type SessionTotals, sumSessions } from './session-totals.ts'

export type SessionQuery = {
  readonly view: 'rows' | 'conversations'
  readonly filter: SessionFilter
  readonly sort: SortKey
  readonly order: 'asc' | 'desc'
  readonly cursor: string | null
  readonly limit: number
}

export type SessionPage = {
  readonly items: readonly SessionItem[]
  readonly nextCursor: string | null
  /** How many match, of how many there are. */
  readonly total: number
  readonly of: number
  readonly totals: SessionTotals
  /** On the first page only: they do not change from page to page. */
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

/** `table` is that of the query's view. */
export function querySessions(
  table: SessionTable,
  query: SessionQuery,
  nowMs: number,
): Result<SessionPage, BadCursor> {
  const start = query.cursor === null ? null : readCursor(query.cursor, query)
  if (start === BAD) return failed(BAD_CURSOR)
  const { matches, facets } = filterSessions(table, query.filter, nowMs)
  const keys = keysAfter(table, matches, query, start)
  const page = smallest(keys, query.limit + 1, makeCompare(query.order))
  const shown = page.slice(0, query.limit)
  const last = shown.at(-1)
  return ok({
    items: shown.flatMap(({ place }) => {
      const session = table.sessions[place]
      return session === undefined ? [] : [sessionItem(table, place, session)]
    }),
    nextCursor: page.length > shown.length && last !== undefined ? writeCursor(query, last) : null,
    total: matches.length,
    of: table.sessions.length,
    totals: sumSessions(table, matches),
    facets: start === null ? shownFacets(table, facets) : null,
  })
}

type Key = { readonly value: ColumnValue; readonly id: string }
type PlacedKey = Key & { readonly place: number }

const makeCompare =
  (order: SessionQuery['order']) =>
  (a: Key, b: Key): number =>
    compareValues(a.value, b.value, order) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

function keysAfter(
  table: SessionTable,
  matches: readonly number[],
  { sort, order }: SessionQuery,
  start: Key | null,
): PlacedKey[] {
  const compare = makeCompare(order)
  const valueAt = COLUMNS[sort]
  const keys: PlacedKey[] = []
  for (const place of matches) {
    const key = { value: valueAt(table, place), id: table.sessions[place]?.id ?? '', place }
    if (start === null || compare(key, start) > 0) keys.push(key)
  }
  return keys
}

const BAD = 'bad'
const BAD_CURSOR: BadCursor = {
  code: 'bad-input',
  message: 'cursor: not one of ours for this listing. Begin again without it.',
}

/** A place in one order means nothing in another, so the cursor says which it is of. */
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
  value === null || typeof value === (sort === 'title' ? 'string' : 'number')

const shownFacets = (table: SessionTable, counts: FacetCounts): Record<FacetKey, Facet> =>
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
