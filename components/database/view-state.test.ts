import { expect, it } from 'vitest'
import type { TableView } from '@/lib/domain/database/database-view'
import { parseDatabaseState, sortTables, tableSortHref } from './view-state'

const table = (name: string, bytes: number | null): TableView => ({
  name,
  kind: 'table',
  of: null,
  bytes,
  measured: bytes !== null,
  share: null,
  rows: null,
  unusedBytes: null,
})

it('the address contains the sort order, and invalid parameters mean the default', () => {
  expect(parseDatabaseState({ sort: 'name', home: 'a' })).toEqual({ home: 'a', sort: 'name', order: 'asc' })
  expect(parseDatabaseState({ sort: 'of', order: 'x' })).toEqual({ home: null, sort: 'bytes', order: 'desc' })
  const state = parseDatabaseState({ home: 'a' })
  expect(tableSortHref(state, 'rows')).toBe('/database?home=a&sort=rows')
  expect(tableSortHref(state, 'bytes')).toBe('/database?home=a&sort=bytes&order=asc')
})

it('unmeasured tables come last in either order', () => {
  const tables = [table('b', 5), table('x', null), table('a', 9)]
  const names = (order: 'asc' | 'desc') =>
    sortTables(tables, { sort: 'bytes', order }).map(({ name }) => name)
  expect(names('desc')).toEqual(['a', 'b', 'x'])
  expect(names('asc')).toEqual(['b', 'a', 'x'])
})
