import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rememberHome } from '../../store/homes.ts'
import { openStore, type Store } from '../../store/open-store.ts'
import { readOrphanMessageTotals, readSessionMessageTotals } from '../../store/samples/message-rollups.ts'
import { aggregateBySql, storedRollups } from '../../testing/expected-rollups.ts'
import { insertMessages, makeMessageDb, messageSourceOf } from '../../testing/message-table.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { indexMessages } from './index-messages.ts'
import { reconcileMessages } from './reconcile-messages.ts'

const NOW = 1_790_000_000_000

let temp: TempHome
let store: Store
let writer: Database.Database
let reader: Database.Database
let homeId: number

beforeEach(() => {
  temp = tempHome()
  mkdirSync(temp.path)
  const opened = openStore(join(temp.root, 'data'))
  if (!opened.ok) throw new Error(opened.fault.detail)
  store = opened.value
  homeId = rememberHome(store, temp.path)
  writer = makeMessageDb(temp.path)
  reader = new Database(join(temp.path, 'state.db'), { readonly: true, fileMustExist: true })
})
afterEach(() => {
  reader.close()
  writer.close()
  store.close()
  temp.cleanup()
})

const input = () => ({ store, homeId, nowMs: NOW, batchSize: 7, ...messageSourceOf(temp.path, reader) })

const many = (count: number, sessionId = 'a') =>
  Array.from({ length: count }, (_, i) => ({
    sessionId,
    content: 'x'.repeat(i),
    timestamp: 1_790_000_000 + i,
  }))

const expectExact = () => expect(storedRollups(store, homeId)).toEqual(aggregateBySql(writer))

describe('indexMessages', () => {
  it('counts everything in batches, then only new messages', () => {
    insertMessages(writer, many(100))
    expect(indexMessages(input())).toEqual({
      added: 100,
      changed: new Set(['a']),
      indexed: 100,
      highWater: 100,
      complete: true,
      totalEstimate: 100,
      lastReconciledMs: null,
    })
    expectExact()
    expect(indexMessages(input()).added).toBe(0)
    insertMessages(writer, many(3, 'b'))
    expect(indexMessages(input())).toMatchObject({ added: 3, indexed: 103, complete: true })
    expectExact()
  })

  it('stops after one batch when the time is up, reports progress, and resumes there', () => {
    insertMessages(writer, many(20))
    const hurried = { ...input(), budgetMs: 0 }
    expect(indexMessages(hurried)).toMatchObject({ added: 7, indexed: 7, complete: false, totalEstimate: 20 })
    expect(indexMessages(hurried)).toMatchObject({ added: 7, indexed: 14, complete: false })
    expect(indexMessages(hurried)).toMatchObject({ added: 6, indexed: 20, complete: true })
    expectExact()
  })

  it('keeps homes apart', () => {
    insertMessages(writer, many(5))
    indexMessages(input())
    const other = rememberHome(store, '/another/home')
    indexMessages({ ...input(), homeId: other })
    indexMessages({ ...input(), homeId: other, identity: 'replaced' })
    expect(storedRollups(store, other)).toEqual(aggregateBySql(writer))
    expectExact()
  })

  it('answers at once for a home without a messages table', () => {
    const capabilities = { tables: [], messageColumns: [] }
    expect(indexMessages({ ...input(), capabilities })).toMatchObject({ complete: true, indexed: 0 })
    expect(reconcileMessages({ ...input(), capabilities })).toMatchObject({ done: true, compared: 0 })
  })

  it('starts over when state.db is another file', () => {
    insertMessages(writer, many(20))
    indexMessages(input())
    writer.exec('UPDATE messages SET content = NULL')
    expect(indexMessages({ ...input(), identity: '1:2' })).toMatchObject({ added: 20, indexed: 20 })
    expectExact()
  })

  it('starts over when the file’s generation changes, but not when it gets its first one', () => {
    const mark = writer.prepare("INSERT OR REPLACE INTO state_meta VALUES ('db_file_generation', ?)")
    insertMessages(writer, many(20))
    indexMessages(input())
    mark.run('first')
    expect(indexMessages(input()).added).toBe(0)
    mark.run('second')
    expect(indexMessages(input()).added).toBe(20)
    expect(indexMessages(input()).added).toBe(0)
    expectExact()
  })

  it('starts over when an older copy was put into the same file', () => {
    insertMessages(writer, many(20))
    indexMessages(input())
    writer.exec(
      "DELETE FROM messages WHERE id > 5; UPDATE sqlite_sequence SET seq = 5 WHERE name = 'messages'",
    )
    insertMessages(writer, many(3, 'c'))
    expect(indexMessages(input())).toMatchObject({ added: 8, indexed: 8, highWater: 8 })
    expectExact()
  })

  it('does not start over because the newest messages were deleted', () => {
    insertMessages(writer, many(20))
    indexMessages(input())
    writer.exec('DELETE FROM messages WHERE id > 15')
    expect(indexMessages(input())).toMatchObject({ added: 0, highWater: 20 })
  })
})

describe('reconcileMessages', () => {
  it('recounts only the sessions that differ and drops those that are gone', () => {
    insertMessages(writer, [...many(5, 'same'), ...many(5, 'rewound'), ...many(5, 'deleted')])
    indexMessages(input())
    writer.exec("DELETE FROM messages WHERE session_id = 'deleted' OR id IN (9, 10)")
    expect(reconcileMessages(input())).toEqual({ done: true, compared: 2, recounted: 1, dropped: 1 })
    expectExact()
    expect(reconcileMessages(input())).toEqual({ done: true, compared: 2, recounted: 0, dropped: 0 })
    expect(indexMessages(input())).toMatchObject({ indexed: 8, lastReconciledMs: NOW })
  })

  it('detects a restore that brought back as many messages as were deleted', () => {
    insertMessages(writer, many(9))
    writer.exec('DELETE FROM messages WHERE id = 3')
    indexMessages(input())
    writer.exec('DELETE FROM messages WHERE id = 7')
    writer.exec("INSERT INTO messages (id, session_id, role, timestamp) VALUES (3, 'a', 'user', 1790000000)")
    expect(reconcileMessages(input())).toMatchObject({ recounted: 1 })
    expectExact()
  })

  it('reports that it is not done while the first count is running', () => {
    insertMessages(writer, many(50))
    expect(reconcileMessages({ ...input(), budgetMs: 0 })).toMatchObject({ done: false, compared: 0 })
    expect(indexMessages(input()).lastReconciledMs).toBeNull()
  })

  it('ignores soft rewinds, because marked rows are still in the file', () => {
    insertMessages(writer, many(9))
    indexMessages(input())
    writer.exec('UPDATE messages SET active = 0 WHERE id > 4')
    expect(reconcileMessages(input())).toMatchObject({ recounted: 0 })
    expectExact()
  })

  it('never drops counts of ids it cannot look up again', () => {
    const odd = writer.prepare(
      "INSERT INTO messages (session_id, role, timestamp) VALUES (CAST(? AS TEXT), 'user', 1790000000)",
    )
    odd.run(Buffer.from([0x61, 0xff]))
    odd.run(Buffer.from([0x61, 0xfe]))
    insertMessages(writer, many(2))
    indexMessages(input())
    expect(reconcileMessages(input())).toMatchObject({ done: true, dropped: 0, recounted: 0 })
    expect(indexMessages(input()).indexed).toBe(4)
  })

  it('keeps messages countable whose session row is missing', () => {
    insertMessages(writer, [...many(3, 'kept'), ...many(4, 'orphan')])
    writer.exec("INSERT INTO sessions (id, source, started_at) VALUES ('kept', 'cli', 0)")
    reconcileMessages(input())
    expect(readOrphanMessageTotals(store, homeId, new Set(['kept']))).toEqual({
      sessions: 1,
      messages: 4,
      bytes: 0 + 1 + 2 + 3,
    })
    expect(
      new Map([...readSessionMessageTotals(store, homeId)].map(([id, { lastMs }]) => [id, lastMs])),
    ).toEqual(
      new Map([
        ['kept', 1_790_000_002_000],
        ['orphan', 1_790_000_003_000],
      ]),
    )
  })

  it('gives the roll-ups of a count from scratch, whatever was written, deleted, rewound or put back', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        store.db.exec('DELETE FROM index_state; DELETE FROM session_rollup; DELETE FROM message_rollup')
        writer.exec('DELETE FROM messages')
        for (const act of steps) perform(act)
        const { done } = reconcileMessages(input())
        expect(done).toBe(true)
        expectExact()
      }),
      { numRuns: 60 },
    )
  })

  const sessionId = fc.constantFrom('a', 'b', '../x', 'ü😀')
  const message = fc.record({
    sessionId,
    role: fc.constantFrom('user', 'assistant', 'tool', 'system'),
    content: fc.option(fc.string({ maxLength: 20 })),
    toolCalls: fc.option(fc.constantFrom('[]', '[{}]', '[{},{}]', 'broken')),
    timestamp: fc.integer({ min: 1_790_000_000, max: 1_790_020_000 }),
  })
  const step = fc.oneof(
    fc.record({ kind: fc.constant('insert' as const), messages: fc.array(message, { maxLength: 12 }) }),
    fc.record({ kind: fc.constant('delete' as const), sessionId }),
    fc.record({ kind: fc.constant('rewind' as const), sessionId, keep: fc.nat(5) }),
    fc.record({ kind: fc.constant('soft-rewind' as const), sessionId, keep: fc.nat(5) }),
    fc.record({ kind: fc.constant('put-back' as const), sessionId, id: fc.integer({ min: 1, max: 60 }) }),
    fc.record({ kind: fc.constant('index' as const), budgetMs: fc.constantFrom(0, 1_000) }),
    fc.record({ kind: fc.constant('reconcile' as const) }),
  )
  type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

  function perform(act: Step): void {
    const tail =
      'session_id = ? AND id NOT IN (SELECT id FROM messages WHERE session_id = ? ORDER BY id LIMIT ?)'
    switch (act.kind) {
      case 'insert':
        insertMessages(writer, act.messages)
        break
      case 'delete':
        writer.prepare('DELETE FROM messages WHERE session_id = ?').run(act.sessionId)
        break
      case 'rewind':
        writer.prepare(`DELETE FROM messages WHERE ${tail}`).run(act.sessionId, act.sessionId, act.keep)
        break
      case 'soft-rewind':
        writer
          .prepare(`UPDATE messages SET active = 0 WHERE ${tail}`)
          .run(act.sessionId, act.sessionId, act.keep)
        break
      case 'put-back':
        writer
          .prepare(
            "INSERT OR IGNORE INTO messages (id, session_id, role, timestamp) VALUES (?, ?, 'user', ?)",
          )
          .run(act.id, act.sessionId, 1_790_000_000)
        break
      case 'index':
        indexMessages({ ...input(), budgetMs: act.budgetMs })
        break
      case 'reconcile':
        reconcileMessages(input())
        break
    }
  }
})
