/** All matches of a query in order, so that any position of a long list can be shown at once. */
import { COLUMNS, isTextSort, type SortKey } from './session-columns.ts'
import type { TabulatedSessions } from './session-table.ts'

/** The same order as with cursors: unknown last, ties by id. */
export function orderSessions(
  table: TabulatedSessions,
  matches: readonly number[],
  sort: SortKey,
  order: 'asc' | 'desc',
): Uint32Array {
  const places = Uint32Array.from(matches)
  const keys = isTextSort(sort) ? ranksOf(table, places, sort) : figuresOf(table, places, sort)
  const turn = order === 'asc' ? 1 : -1
  return places.sort((a, b) => {
    const [first = NaN, second = NaN] = [keys[a], keys[b]]
    if (first === second) return compareIds(table, a, b)
    // Unknown values come last in both directions.
    if (Number.isNaN(first)) return Number.isNaN(second) ? compareIds(table, a, b) : 1
    if (Number.isNaN(second)) return -1
    return first < second === (turn === 1) ? -1 : 1
  })
}

/** By index in the table. NaN for unknown values. */
function figuresOf(table: TabulatedSessions, places: Uint32Array, sort: SortKey): Float64Array {
  const valueAt = COLUMNS[sort]
  const keys = new Float64Array(table.sessions.length)
  for (const place of places) {
    const value = valueAt(table, place)
    keys[place] = typeof value === 'number' ? value : NaN
  }
  return keys
}

/** Tens of thousands of rows share a few names, so each name is compared once and ranked. */
function ranksOf(table: TabulatedSessions, places: Uint32Array, sort: SortKey): Float64Array {
  const valueAt = COLUMNS[sort]
  const texts = new Map<number, string>()
  for (const place of places) {
    const value = valueAt(table, place)
    if (typeof value === 'string') texts.set(place, value)
  }
  const names = [...new Set(texts.values())].sort()
  const ranks = new Map(names.map((name, rank) => [name, rank]))
  const keys = new Float64Array(table.sessions.length).fill(NaN)
  for (const [place, text] of texts) keys[place] = ranks.get(text) ?? NaN
  return keys
}

function compareIds({ sessions }: TabulatedSessions, a: number, b: number): number {
  const [first = '', second = ''] = [sessions[a]?.id, sessions[b]?.id]
  return first < second ? -1 : first > second ? 1 : 0
}
