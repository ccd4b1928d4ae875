import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { HOUR_MS } from '../../shared/time.ts'
import { openStore } from '../../store/open-store.ts'
import { smallHome } from '../../testing/presets/small-home.ts'
import { tempHome } from '../../testing/temp-home.ts'
import { type CountSubject, DatabaseCounter } from './database-counter.ts'
import { HomeMemory } from './home-memory.ts'

const LONG_MS = 30_000
const temp = tempHome()
const store = openStore(join(temp.root, 'data'))
if (!store.ok) throw new Error(store.fault.detail)
afterAll(() => {
  store.value.close()
  temp.cleanup()
})

let nowMs: number
let made = 0
let databasePath: string
let subject: CountSubject

beforeEach(() => {
  made += 1
  nowMs = Date.now()
  const home = smallHome(join(temp.root, `home-${made}`), 'aug', nowMs, { checkpoints: [], files: [] })
  databasePath = home.databasePath
  subject = { path: home.path, memory: new HomeMemory(store.value, home.path), now: () => nowMs, alone: true }
})

function write(): void {
  const db = new Database(databasePath)
  db.exec("INSERT INTO messages (session_id, role, content, timestamp) VALUES ('twin', 'user', 'more', 1)")
  db.close()
}

it('the first request starts a count and gets it if it is quick', async () => {
  const seen = await new DatabaseCounter().observe(subject, 'if-needed', LONG_MS)
  expect(seen).toMatchObject({ state: 'idle', changed: false, fault: null, count: { atMs: nowMs } })
})

it('a request that does not wait learns that the count is still running', async () => {
  const counter = new DatabaseCounter()
  const seen = await counter.observe(subject, 'if-needed', 0)
  expect(seen.count).toBeNull()
  expect(seen.state).not.toBe('idle')
  expect((await counter.observe(subject, 'if-needed', LONG_MS)).count).not.toBeNull()
})

it('a count outlives the process that made it', async () => {
  const { count } = await new DatabaseCounter().observe(subject, 'if-needed', LONG_MS)
  nowMs += 10 * HOUR_MS
  const later = await new DatabaseCounter().observe(subject, 'if-needed', 0)
  expect(later).toEqual({ count, changed: false, state: 'idle', progress: null, fault: null })
})

it('later writes are reported at once, and counted after an hour', async () => {
  const counter = new DatabaseCounter()
  const first = await counter.observe(subject, 'if-needed', LONG_MS)
  write()
  nowMs += HOUR_MS - 1
  const stands = await counter.observe(subject, 'if-needed', LONG_MS)
  expect(stands).toMatchObject({ changed: true, state: 'idle', count: { atMs: first.count?.atMs } })
  nowMs += 1
  const again = await counter.observe(subject, 'if-needed', LONG_MS)
  expect(again).toMatchObject({ changed: false, count: { atMs: nowMs } })
})

it('an explicit request starts a new count at any time', async () => {
  const counter = new DatabaseCounter()
  await counter.observe(subject, 'if-needed', LONG_MS)
  nowMs += 1
  expect((await counter.observe(subject, 'again', LONG_MS)).count?.atMs).toBe(nowMs)
})

it('a stopped count keeps the last one and does not restart automatically', async () => {
  const counter = new DatabaseCounter()
  const first = await counter.observe(subject, 'if-needed', LONG_MS)
  nowMs += 2 * HOUR_MS
  write()
  await counter.observe(subject, 'again', 0)
  expect(await counter.observe(subject, 'stop', LONG_MS)).toMatchObject({ state: 'idle', count: first.count })
})

it('two homes are counted one after the other', async () => {
  const counter = new DatabaseCounter()
  const other = smallHome(join(temp.root, `other-${made}`), 'mar', nowMs, { checkpoints: [], files: [] })
  const second = { ...subject, path: other.path, memory: null }
  await counter.observe(subject, 'if-needed', 0)
  const waiting = await counter.observe(second, 'if-needed', 0)
  expect(waiting.state).toBe('waiting')
  expect((await counter.observe(second, 'if-needed', LONG_MS)).count).not.toBeNull()
  expect((await counter.observe(subject, 'if-needed', 0)).state).toBe('idle')
})

it('a missing home is a fault, and retried only after a change', async () => {
  const counter = new DatabaseCounter()
  const gone = { ...subject, path: join(temp.root, 'nowhere'), memory: null }
  const seen = await counter.observe(gone, 'if-needed', LONG_MS)
  expect(seen).toMatchObject({ count: null, state: 'idle', fault: { code: 'home-missing' } })
  expect((await counter.observe(gone, 'if-needed', 0)).state).toBe('idle')
})
