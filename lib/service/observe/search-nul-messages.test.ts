/** Messages with a NUL are found while messages are counted, once each, whatever was counted before. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readNulMessages } from '../../collect/database/read-nul-messages.ts'
import { openStore, type Store } from '../../store/open-store.ts'
import { readFaultyMessages, readNulSearch } from '../../store/samples/nul-messages.ts'
import { withReader } from '../../testing/home-rows.ts'
import { addPhotoSession, PHOTO, textHome } from '../../testing/photo-session.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { HomeMemory } from './home-memory.ts'
import { readStateDb } from './read-database-side.ts'

let temp: TempHome
let store: Store
let home: string
beforeEach(() => {
  temp = tempHome()
  home = textHome(join(temp.root, 'home'), 'aug')
  const opened = openStore(join(temp.root, 'data'))
  if (!opened.ok) throw new Error(opened.fault.detail)
  store = opened.value
})
afterEach(() => {
  store.close()
  temp.cleanup()
})

const MINUTES = 60_000
let nowMs = Date.now()
const count = (memory = new HomeMemory(store, home), budgetMs = Number.POSITIVE_INFINITY) => {
  nowMs += 20 * MINUTES
  readStateDb(home, (db, facts) => memory.index(db, facts, nowMs, budgetMs))
  return memory
}
const found = () => readFaultyMessages(store, 1).map(({ sessionId, fault }) => [sessionId, fault])
const change = (sql: string) => {
  const db = new Database(join(home, 'state.db')).unsafeMode(true)
  db.exec(sql)
  db.close()
}

it('only those that another SQLite counted differently are remembered as such', () => {
  addPhotoSession(home, { id: 'older', indexedBy: 'older' })
  addPhotoSession(home, { id: 'ours', indexedBy: 'ours' })
  addPhotoSession(home, { id: 'unicode', indexedBy: 'ours', content: 'Żółć 🦉'.repeat(50) })
  const memory = count()
  expect(memory.isSearched).toBe(true)
  expect(found()).toEqual([['older', 'trigram-mismatch']])
  expect(store.db.prepare('SELECT session_id FROM nul_message').pluck().all()).toEqual(['older', 'ours'])
})

it('finds those of a home that an earlier Steward had counted', () => {
  addPhotoSession(home, { id: 'older', indexedBy: 'older' })
  count()
  store.db.exec('DELETE FROM nul_search; DELETE FROM nul_message')
  count()
  expect(found()).toEqual([['older', 'trigram-mismatch']])
})

it('finds new ones without reading earlier messages again', () => {
  count()
  const before = readNulSearch(store, 1)
  addPhotoSession(home, { id: 'older', indexedBy: 'older' })
  count()
  expect(found()).toEqual([['older', 'trigram-mismatch']])
  expect(readNulSearch(store, 1)?.highWater).toBe((before?.highWater ?? 0) + 2)
})

it('starts over when Hermes builds another index', () => {
  const messageId = addPhotoSession(home, { id: 'photo', indexedBy: 'ours' })
  count()
  expect(found()).toEqual([])
  change(`INSERT INTO state_meta (key, value) VALUES ('fts_rebuild_high_water', '1')`)
  count()
  change(`DELETE FROM state_meta WHERE key = 'fts_rebuild_high_water';
    UPDATE messages_fts_trigram_docsize SET sz = x'000000' WHERE id = ${messageId}`)
  count()
  expect(found()).toEqual([['photo', 'trigram-mismatch']])
})

it('finds one that came back below the messages searched already', () => {
  const messageId = addPhotoSession(home, { id: 'photo', indexedBy: 'older' })
  change(`CREATE TABLE aside AS SELECT * FROM messages WHERE id = ${messageId};
    DELETE FROM messages WHERE id = ${messageId}; INSERT INTO messages (session_id, role, content, timestamp)
    VALUES ('one', 'user', 'later', 1780000000)`)
  count()
  expect(found()).toEqual([])
  change(`INSERT INTO messages SELECT * FROM aside; DROP TABLE aside;
    UPDATE messages_fts_trigram_docsize SET sz = x'000000' WHERE id = ${messageId}`)
  count()
  expect(found()).toEqual([['photo', 'trigram-mismatch']])
})

it('works in slices without a time budget, and continues where it stopped', () => {
  for (let at = 0; at < 5; at += 1)
    addPhotoSession(home, {
      id: `photo ${at}`,
      indexedBy: 'older',
      content: `${PHOTO}${'x'.repeat(600_000)}`,
    })
  const memory = count(undefined, 0)
  expect(memory.isSearched).toBe(false)
  expect(found().length).toBeLessThan(5)
  for (let slices = 0; !memory.isSearched && slices < 10; slices += 1) count(memory, 0)
  expect(memory.isSearched).toBe(true)
  expect(found()).toHaveLength(5)
})

it('a text too large to compare is not read, and its session stays', () => {
  addPhotoSession(home, { id: 'huge', indexedBy: 'older', content: `\0${'x'.repeat(8_100_000)}` })
  addPhotoSession(home, { id: 'plain', indexedBy: 'ours', content: 'x'.repeat(8_100_000) })
  const faults = withReader(home, (db) => readNulMessages(db, 0, () => false).found)
  expect(faults.map(({ sessionId, fault }) => [sessionId, fault])).toEqual([['huge', 'trigram-unchecked']])
})

it('a home without a trigram index has nothing to find', () => {
  home = textHome(join(temp.root, 'march'), 'mar')
  addMarchPhoto()
  expect(count().isSearched).toBe(true)
  expect(found()).toEqual([])
})

function addMarchPhoto(): void {
  const db = new Database(join(home, 'state.db'))
  db.prepare('INSERT INTO messages (session_id, role, content, timestamp) VALUES (?, ?, ?, ?)').run(
    'one',
    'user',
    PHOTO,
    1_780_000_000,
  )
  db.close()
}
