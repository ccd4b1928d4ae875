/**
 * One page of a sorted list. The cursor contains the last row's sort value and id, so that rows added or removed
 * between two pages shift nothing. Unknown values come last in either order.
 */
import { failed, ok, type Result } from './result.ts'

export type SortValue = string | number | null
export type PageQuery<Sort extends string> = {
  readonly sort: Sort
  readonly order: 'asc' | 'desc'
  readonly cursor: string | null
  /** Null for all rows. */
  readonly limit: number | null
}
export type Page<T> = { readonly items: readonly T[]; readonly nextCursor: string | null }

/** Fails if the cursor belongs to another list or order. */
export function keysetPage<T, Sort extends string>(
  all: readonly T[],
  query: PageQuery<Sort>,
  idOf: (item: T) => string,
  sortValue: (item: T, sort: Sort) => SortValue,
): Result<Page<T>, 'bad-cursor'> {
  const rows = all
    .map((item): Row<T> => ({ item, id: idOf(item), value: sortValue(item, query.sort) }))
    .sort((a, b) => compare(a, b, query.order))
  const after = query.cursor === null ? null : parseCursor(query.cursor, query)
  if (after === undefined) return failed('bad-cursor')
  const rest = after === null ? rows : rows.filter((row) => compare(row, after, query.order) > 0)
  const shown = query.limit === null ? rest : rest.slice(0, query.limit)
  const last = shown.at(-1)
  const more = last !== undefined && shown.length < rest.length
  return ok({ items: shown.map(({ item }) => item), nextCursor: more ? writeCursor(last, query) : null })
}

type Key = { readonly id: string; readonly value: SortValue }
type Row<T> = Key & { readonly item: T }
type Order = Pick<PageQuery<string>, 'sort' | 'order'>

function compare(a: Key, b: Key, order: 'asc' | 'desc'): number {
  if (a.value !== b.value) {
    if (a.value === null) return 1
    if (b.value === null) return -1
    const rising = a.value < b.value ? -1 : 1
    return order === 'asc' ? rising : -rising
  }
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

const writeCursor = ({ value, id }: Key, { sort, order }: Order): string =>
  toBase64Url(JSON.stringify([sort, order, value, id]))

/** Undefined for a cursor that this list did not issue. */
function parseCursor(cursor: string, { sort, order }: Order): Key | undefined {
  try {
    const parsed: unknown = JSON.parse(fromBase64Url(cursor))
    if (!Array.isArray(parsed) || parsed.length !== 4) return undefined
    const [wasSort, wasOrder, value, id]: unknown[] = parsed
    if (wasSort !== sort || wasOrder !== order || typeof id !== 'string') return undefined
    return value === null || typeof value === 'string' || typeof value === 'number'
      ? { value, id }
      : undefined
  } catch {
    // Truncated or invented, so it names no row.
    return undefined
  }
}

const toBase64Url = (text: string): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

function fromBase64Url(text: string): string {
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
    char.charCodeAt(0),
  )
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}
