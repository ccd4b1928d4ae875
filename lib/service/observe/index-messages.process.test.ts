/** The message index with other processes: killed halfway, run twice at once, and while Hermes writes. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rememberHome } from '../../store/homes.ts'
import { openStore, type Store } from '../../store/open-store.ts'
import { aggregateBySql, storedRollups } from '../../testing/expected-rollups.ts'
import { insertMessages, makeMessageDb, messageSourceOf } from '../../testing/message-table.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { indexMessages } from './index-messages.ts'
import { reconcileMessages } from './reconcile-messages.ts'

let temp: TempHome
let dataDir: string
let children: ChildProcess[]

beforeEach(() => {
  temp = tempHome()
  mkdirSync(temp.path)
  dataDir = join(temp.root, 'data')
  children = []
})
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  temp.cleanup()
})

/** Many sessions make a batch a long list of writes that a kill can interrupt. */
const SESSIONS = 5_000
const messages = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    sessionId: `s${(i * 7) % SESSIONS}`,
    role: ['user', 'assistant', 'tool'][i % 3] ?? 'user',
    content: 'x'.repeat(i % 50),
    toolCalls: i % 3 === 1 ? '[{}]' : null,
    timestamp: 1_790_000_000 + i,
  }))

const source = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href)

/** Counts to the end, or kills itself at the n-th row it writes, in the middle of a batch. */
const INDEXER = `
  import { join } from 'node:path'
  import { createRequire } from 'node:module'
  import { indexMessages } from ${source('./index-messages.ts')}
  import { rememberHome } from ${source('../../store/homes.ts')}
  import { openStore } from ${source('../../store/open-store.ts')}
  import { messageSourceOf } from ${source('../../testing/message-table.ts')}
  const Database = createRequire(${source('./index-messages.ts')})('better-sqlite3')
  const [home, dataDir, dieAt] = process.argv.slice(2)
  const opened = openStore(dataDir)
  if (!opened.ok) throw new Error(opened.fault.detail)
  const store = opened.value
  let written = 0
  store.db.function('wrote', () => {
    written += 1
    if (written === Number(dieAt)) process.kill(process.pid, 'SIGKILL')
    return null
  })
  for (const table of ['session_rollup', 'message_rollup', 'index_state']) {
    for (const what of ['INSERT', 'UPDATE']) {
      store.db.exec('CREATE TEMP TRIGGER ' + what + '_' + table + ' AFTER ' + what + ' ON main.' + table +
        ' BEGIN SELECT wrote(); END')
    }
  }
  const db = new Database(join(home, 'state.db'), { readonly: true, fileMustExist: true })
  const input = { store, homeId: rememberHome(store, home), ...messageSourceOf(home, db) }
  while (!indexMessages({ ...input, batchSize: 500, budgetMs: 0 }).complete);
`

/** Simulates Hermes: many small transactions, with some sessions deleted along the way. */
const WRITER = `
  import { writeSync } from 'node:fs'
  import { join } from 'node:path'
  import { createRequire } from 'node:module'
  const Database = createRequire(${source('./index-messages.ts')})('better-sqlite3')
  const db = new Database(join(process.argv[2], 'state.db'), { timeout: 20000 })
  db.pragma('foreign_keys = OFF')
  const insert = db.prepare('INSERT INTO messages (session_id, role, content, timestamp) VALUES (?, ?, ?, ?)')
  for (let turn = 0; turn < 400; turn += 1) {
    db.transaction(() => {
      for (let i = 0; i < 5; i += 1) insert.run('live' + (turn % 9), 'assistant', 'y'.repeat(i), 1790000000 + turn)
    }).immediate()
    if (turn % 50 === 49) db.prepare('DELETE FROM messages WHERE session_id = ?').run('live' + (turn % 3))
    if (turn === 5) writeSync(1, 'writing\\n')
  }
  db.close()
`

function start(program: string, ...args: string[]): ChildProcess {
  const file = join(temp.root, `program-${children.length}.mjs`)
  writeFileSync(file, program)
  const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  return child
}

function withStore<T>(use: (store: Store, homeId: number, db: Database.Database) => T): T {
  const opened = openStore(dataDir)
  if (!opened.ok) throw new Error(opened.fault.detail)
  const db = new Database(join(temp.path, 'state.db'), { readonly: true, fileMustExist: true })
  try {
    return use(opened.value, rememberHome(opened.value, temp.path), db)
  } finally {
    db.close()
    opened.value.close()
  }
}

describe('indexMessages beside other processes', () => {
  it('is exact after being killed again and again in the middle', async () => {
    const writer = makeMessageDb(temp.path)
    insertMessages(writer, messages(20_000))
    // A batch writes 500 sessions, 500 hours and its state: among them, after them, and in later batches.
    for (const dieAt of [1, 2, 700, 1_001, 1_002, 2_345]) {
      const child = start(INDEXER, temp.path, dataDir, String(dieAt))
      await once(child, 'exit')
      expect(child.signalCode).toBe('SIGKILL')
    }
    withStore((store, homeId, db) => {
      const half = indexMessages({
        store,
        homeId,
        ...messageSourceOf(temp.path, db),
        batchSize: 1,
        budgetMs: 0,
      })
      expect(half.complete).toBe(false)
      expect(half.indexed).toBe(half.highWater)
      indexMessages({ store, homeId, ...messageSourceOf(temp.path, db) })
      expect(storedRollups(store, homeId)).toEqual(aggregateBySql(writer))
    })
    writer.close()
  })

  it('counts nothing twice when several processes count the same home at once', async () => {
    const writer = makeMessageDb(temp.path)
    insertMessages(writer, messages(20_000))
    const racers = [1, 2, 3].map(() => start(INDEXER, temp.path, dataDir, 'never'))
    const ends = await Promise.all(racers.map((racer) => once(racer, 'exit')))
    expect(ends.map(([code]) => code)).toEqual([0, 0, 0])
    withStore((store, homeId) => {
      expect(storedRollups(store, homeId)).toEqual(aggregateBySql(writer))
    })
    writer.close()
  })

  it('is exact while another process inserts and deletes', async () => {
    const writer = makeMessageDb(temp.path)
    insertMessages(writer, messages(2_000))
    const child = start(WRITER, temp.path)
    const end = once(child, 'exit')
    if (child.stdout !== null) await once(child.stdout, 'data')
    const state = withStore((store, homeId, db) => {
      const input = { store, homeId, ...messageSourceOf(temp.path, db), nowMs: 1 }
      const before = indexMessages({ ...input, batchSize: 100 }).highWater
      return { before, during: reconcileMessages(input) }
    })
    expect(state.before).toBeGreaterThan(2_000)
    expect(state.during.done).toBe(true)
    expect((await end)[0]).toBe(0)
    withStore((store, homeId, db) => {
      const input = { store, homeId, ...messageSourceOf(temp.path, db), nowMs: 2 }
      expect(reconcileMessages(input).done).toBe(true)
      expect(storedRollups(store, homeId)).toEqual(aggregateBySql(writer))
    })
    writer.close()
  })
})
