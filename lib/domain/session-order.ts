/** All matches of a question in their order, so that any place of a long list can be shown at once. */
import { COLUMNS, compareValues, type SortKey } from './session-columns.ts'
import type { SessionTable } from './session-table.ts'

/** The same order as page by page: unknown last, ties by id. */
export function orderSessions(
  table: SessionTable,
  matches: readonly number[],
  sort: SortKey,
  order: 'asc' | 'desc',
): Uint32Array {
  const places = Uint32Array.from(matches)
  return sort === 'title' ? byText(table, places, order) : byNumber(table, places, sort, order)
}

function byNumber(
  table: SessionTable,
  places: Uint32Array,
  sort: SortKey,
  order: 'asc' | 'desc',
): Uint32Array {
  const valueAt = COLUMNS[sort]
  const turn = order === 'asc' ? 1 : -1
  const keys = new Float64Array(table.sessions.length)
  for (const place of places) {
    const value = valueAt(table, place)
    keys[place] = typeof value === 'number' ? value * turn : Infinity
  }
  return places.sort((a, b) => {
    const [first = 0, second = 0] = [keys[a], keys[b]]
    if (first !== second) return first < second ? -1 : 1
    return compareIds(table, a, b)
  })
}

function byText(table: SessionTable, places: Uint32Array, order: 'asc' | 'desc'): Uint32Array {
  const texts = new Map<number, string | null>()
  for (const place of places) {
    const value = COLUMNS.title(table, place)
    texts.set(place, typeof value === 'string' ? value : null)
  }
  return places.sort(
    (a, b) => compareValues(texts.get(a) ?? null, texts.get(b) ?? null, order) || compareIds(table, a, b),
  )
}

function compareIds({ sessions }: SessionTable, a: number, b: number): number {
  const [first = '', second = ''] = [sessions[a]?.id, sessions[b]?.id]
  return first < second ? -1 : first > second ? 1 : 0
}
