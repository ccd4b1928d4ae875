import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TempHome, tempHome } from '../testing/temp-home.ts'
import { WEBHOOK_DELIVERED } from './migration-webhook-delivered.ts'
import { MIGRATIONS } from './migrations.ts'
import { openStore } from './open-store.ts'
import { closeMessage, insertMessage, readPendingMessages } from './watch/webhook-outbox.ts'

let temp: TempHome
let dataDir: string

beforeEach(() => {
  temp = tempHome()
  dataDir = join(temp.root, 'data')
})
afterEach(() => temp.cleanup())

/** A store as it was before the states were renamed, with one message in each. */
function makeOldStore(): void {
  mkdirSync(dataDir)
  const db = new Database(join(dataDir, 'steward.db'))
  const before = MIGRATIONS.indexOf(WEBHOOK_DELIVERED)
  for (const step of MIGRATIONS.slice(0, before)) db.exec(step)
  db.pragma(`user_version = ${before}`)
  db.exec("INSERT INTO home (home_id, path) VALUES (1, '/home')")
  const insert = db.prepare(
    "INSERT INTO webhook_outbox VALUES (?, 1, ?, 'incident', 'opened', '{}', 10, 2, 30, ?)",
  )
  for (const [no, state] of ['told', 'waiting', 'given-up'].entries()) insert.run(no + 1, state, state)
  db.close()
}

it('messages of an older store keep their state under its new name', () => {
  makeOldStore()
  const opened = openStore(dataDir)
  if (!opened.ok) throw new Error(opened.fault.detail)
  const { value: store } = opened
  expect(store.db.prepare('SELECT key, state FROM webhook_outbox ORDER BY message_no').all()).toEqual([
    { key: 'told', state: 'delivered' },
    { key: 'waiting', state: 'waiting' },
    { key: 'given-up', state: 'given-up' },
  ])
  const [pending] = readPendingMessages(store, 1)
  expect(pending).toEqual({
    key: 'waiting',
    incidentId: 'incident',
    event: 'opened',
    body: '{}',
    madeMs: 10,
    tries: 2,
    nextMs: 30,
  })
  closeMessage(store, 'waiting', 'delivered')
  expect(readPendingMessages(store, 1)).toEqual([])
  if (pending !== undefined) expect(insertMessage(store, 1, pending)).toBe(false)
  store.close()
})
