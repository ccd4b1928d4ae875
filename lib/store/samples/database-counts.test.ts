import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { DatabaseCount } from '../../domain/database/database-count.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { rememberHome } from '../homes.ts'
import { openStore, type Store } from '../open-store.ts'
import { readDatabaseCount, writeDatabaseCount } from './database-counts.ts'

let temp: TempHome
let store: Store

beforeEach(() => {
  temp = tempHome()
  const opened = openStore(join(temp.root, 'data'))
  if (!opened.ok) throw new Error(opened.fault.detail)
  store = opened.value
})
afterEach(() => {
  store.close()
  temp.cleanup()
})

const COUNT: DatabaseCount = {
  atMs: 5,
  tookMs: 3,
  signature: 'a|b',
  usedBytes: 4_096,
  objects: [{ name: 'sessions', kind: 'table', of: null, size: { bytes: 4_096, unusedBytes: 1, rows: 2 } }],
  search: [{ index: 'messages_fts', sound: true, entries: 1, expected: 1 }],
  orphanUsage: null,
}

it('the last count of each home is stored', () => {
  const [one, two] = [rememberHome(store, '/one'), rememberHome(store, '/two')]
  writeDatabaseCount(store, one, { ...COUNT, atMs: 1 })
  writeDatabaseCount(store, one, COUNT)
  expect(readDatabaseCount(store, one)).toEqual(COUNT)
  expect(readDatabaseCount(store, two)).toBeNull()
})

it.each(['{"form":99,"count":{}}', 'not json', '[]', 'null'])(
  'a stored count in another format (%s) is ignored',
  (body) => {
    const home = rememberHome(store, '/one')
    store.db.prepare('INSERT INTO database_count (home_id, at_ms, body) VALUES (?, 1, ?)').run(home, body)
    expect(readDatabaseCount(store, home)).toBeNull()
  },
)
