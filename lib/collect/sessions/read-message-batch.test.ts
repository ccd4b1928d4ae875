import type Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rollUpMessages } from '../../domain/sessions/message-rollup.ts'
import { insertMessages, makeMessageDb, messageSourceOf } from '../../testing/message-table.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { iterateSessionMessages, readMessageBatch } from './read-message-batch.ts'
import { readFileGeneration, readMessageTotals, readSessionMessageCounts } from './read-message-totals.ts'

let temp: TempHome
let db: Database.Database
let columns: readonly string[]

beforeEach(() => {
  temp = tempHome()
  db = makeMessageDb(temp.root)
  columns = messageSourceOf(temp.root, db).capabilities.messageColumns
})
afterEach(() => {
  db.close()
  temp.cleanup()
})

describe('readMessageBatch', () => {
  it('measures bytes, not characters, past the NUL with which structured content begins', () => {
    insertMessages(db, [
      { sessionId: 'a', content: '\0json:[1]' },
      { sessionId: 'a', content: '日本' },
      { sessionId: 'a', content: null },
      { sessionId: 'a', content: 'xy', toolCalls: '[{}]' },
    ])
    expect(readMessageBatch(db, columns, 0, 10).map(({ bytes }) => bytes)).toEqual([9, 6, 0, 6])
  })

  it.each([
    ['[{"id":1},{"id":2}]', 2],
    ['[]', 0],
    ['{"id":1}', 0],
    ['[{"id":', 0],
    ['', 0],
    [null, 0],
  ])('finds in tool_calls %j %i calls', (toolCalls, expected) => {
    insertMessages(db, [{ sessionId: 'a', toolCalls }])
    expect(readMessageBatch(db, columns, 0, 1)[0]?.toolCalls).toBe(expected)
  })

  it('recognizes three roles, reads any other as "other", and ignores times outside 2000 to 2100', () => {
    insertMessages(db, [
      { sessionId: 'a', role: 'tool', timestamp: 1_790_000_000.25 },
      { sessionId: 'a', role: 'System', timestamp: 12 },
      { sessionId: 'a', role: 'user', timestamp: 1_790_000_000_000 },
    ])
    db.exec("INSERT INTO messages (session_id, role, timestamp) VALUES ('a', 'user', 'yesterday')")
    expect(readMessageBatch(db, columns, 0, 10).map(({ role, atMs }) => [role, atMs])).toEqual([
      ['tool', 1_790_000_000_250],
      ['other', null],
      ['user', null],
      ['user', null],
    ])
  })

  it('continues after an id, respects the limit, and counts soft rewound rows like any other', () => {
    insertMessages(
      db,
      Array.from({ length: 5 }, () => ({ sessionId: 'a' })),
    )
    db.exec('UPDATE messages SET active = 0 WHERE id = 3')
    expect(readMessageBatch(db, columns, 1, 2).map(({ id }) => id)).toEqual([2, 3])
    expect(readMessageBatch(db, columns, 5, 2)).toEqual([])
  })

  it('reads a home of any era by the columns it has', () => {
    insertMessages(db, [{ sessionId: 'a', content: 'abc', toolCalls: '[1]' }])
    db.exec('ALTER TABLE messages DROP COLUMN tool_calls; ALTER TABLE messages DROP COLUMN reasoning')
    const fewer = messageSourceOf(temp.root, db).capabilities.messageColumns
    expect(readMessageBatch(db, fewer, 0, 1)).toMatchObject([{ bytes: 3, toolCalls: 0 }])
    db.exec("ALTER TABLE messages ADD COLUMN api_content TEXT DEFAULT 'four'")
    const more = messageSourceOf(temp.root, db).capabilities.messageColumns
    expect(readMessageBatch(db, more, 0, 1)).toMatchObject([{ bytes: 7 }])
  })

  it('skips negative and unsafely large ids, and maps non-text session ids to one name', () => {
    insertMessages(db, [{ sessionId: 'a' }])
    const odd = 'INSERT INTO messages (id, session_id, role, timestamp) VALUES (?, ?, ?, 1790000000)'
    db.prepare(odd).run(9_223_372_036_854_775_807n, 'a', 'user')
    db.prepare(odd).run(-5, 'a', 'user')
    db.prepare(odd).run(2, Buffer.from('a'), 'user')
    expect(readMessageBatch(db, columns, 0, 10)).toMatchObject([
      { id: 1, sessionId: 'a' },
      { id: 2, sessionId: '\uFFFD' },
    ])
  })
})

describe('iterateSessionMessages', () => {
  it('reads one session up to an id, by its exact name', () => {
    insertMessages(
      db,
      ['a', 'b', 'a', 'A', 'a%', 'a'].map((sessionId) => ({ sessionId })),
    )
    expect([...iterateSessionMessages(db, columns, 'a', 3)].map(({ id }) => id)).toEqual([1, 3])
  })
})

describe('readSessionMessageCounts', () => {
  const counted = (upToId: number, atOnce: number) => [...readSessionMessageCounts(db, upToId, atOnce)].flat()

  it('equals a plain count of the messages, in chunks of any size, with and without an index', () => {
    const names = ['', 'a', 'b', 'é', '\uFFFF', '😀', '../x', '*', "';--", 'z'.repeat(4_096)]
    insertMessages(
      db,
      Array.from({ length: 95 }, (_, i) => ({ sessionId: names[i % names.length] ?? '' })),
    )
    db.exec('DELETE FROM messages WHERE id % 7 = 0')
    const upTo = 90
    const facts = readMessageBatch(db, columns, 0, 100).filter(({ id }) => id <= upTo)
    const expected = [...rollUpMessages(facts).values()].map(
      ({ sessionId, messages, maxMessageId, idSum }) => ({ sessionId, messages, maxMessageId, idSum }),
    )
    const byName = (all: typeof expected) => all.toSorted((a, b) => (a.sessionId < b.sessionId ? -1 : 1))
    expect(expected).toHaveLength(names.length)
    for (const atOnce of [1, 3, 10, 1_000]) expect(byName(counted(upTo, atOnce))).toEqual(byName(expected))
    db.exec('DROP INDEX idx_messages_session')
    expect(byName(counted(upTo, 3))).toEqual(byName(expected))
  })

  it('ends when ids are not valid text', () => {
    const insert = 'INSERT INTO messages (session_id, role, timestamp) VALUES (CAST(? AS TEXT), ?, 0)'
    for (const bytes of [[0xff], [0x61, 0xff], [0x61, 0xfe], [0x61]]) {
      db.prepare(insert).run(Buffer.from(bytes), 'user')
    }
    expect(counted(9, 1).map(({ messages }) => messages)).toEqual([1, 1, 1, 1])
  })
})

describe('readMessageTotals', () => {
  it('distinguishes existing messages from the highest id ever used', () => {
    expect(readMessageTotals(db)).toEqual({ count: 0, maxId: 0, sequence: null })
    insertMessages(
      db,
      Array.from({ length: 5 }, () => ({ sessionId: 'a' })),
    )
    db.exec('DELETE FROM messages WHERE id IN (2, 5)')
    expect(readMessageTotals(db)).toEqual({ count: 3, maxId: 4, sequence: 5 })
  })

  it('reads Hermes’ id of the file if there is one', () => {
    expect(readFileGeneration(db, [])).toBeNull()
    expect(readFileGeneration(db, ['state_meta'])).toBeNull()
    db.exec("INSERT INTO state_meta VALUES ('db_file_generation', 'c0ffee')")
    expect(readFileGeneration(db, ['state_meta'])).toBe('c0ffee')
  })
})
