import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SessionRow } from '../../domain/sessions/session.ts'
import { type Era, makeHome, type SessionSpec } from '../../testing/make-home.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { openStateDb } from '../database/open-state-db.ts'
import { readCapabilities } from '../database/read-capabilities.ts'
import { readLastMessages } from './read-last-messages.ts'
import { readSessions } from './read-sessions.ts'

const NOW = Date.UTC(2026, 10, 16, 12)
const HOUR = 3_600_000
let temp: TempHome

beforeEach(() => {
  temp = tempHome()
})

afterEach(() => temp.cleanup())

function make(era: Era, sessions: readonly SessionSpec[], change = ''): void {
  makeHome({ path: temp.path, era, nowMs: NOW, sessions })
  const db = new Database(join(temp.path, 'state.db'))
  db.exec(change)
  db.close()
}

function read(lastMessageMs?: (id: string) => number | null): SessionRow[] {
  const opened = openStateDb(temp.path)
  if (!opened.ok) throw new Error(opened.fault.code)
  try {
    return readSessions(opened.value, readCapabilities(opened.value), lastMessageMs)
  } finally {
    opened.value.close()
  }
}

const full: SessionSpec = {
  id: 'full',
  source: 'telegram',
  model: 'lab/model',
  title: 'A title',
  startedMs: NOW - 5 * HOUR,
  endedMs: NOW - HOUR,
  endReason: 'session_reset',
  messages: 4,
  lastMessageMs: NOW - 2 * HOUR,
  heartbeatMs: NOW - 3 * HOUR,
  tokens: { input: 10, output: 20, cacheRead: 30, cacheWrite: 40 },
  cost: { estimatedUsd: 1.5, actualUsd: 0, status: 'actual' },
  apiCalls: 7,
  sessionKey: 'agent:main:telegram:dm:1',
  pinned: true,
  archived: true,
  handoffState: 'pending',
}

describe('rows of any era', () => {
  it('reads every field of a row of the newest era', () => {
    make('nov', [full])
    expect(read()).toEqual([
      {
        id: 'full',
        source: 'telegram',
        model: 'lab/model',
        title: 'A title',
        parentId: null,
        branchedFrom: null,
        delegateFrom: null,
        resetFrom: null,
        sessionKey: 'agent:main:telegram:dm:1',
        startedMs: NOW - 5 * HOUR,
        endedMs: NOW - HOUR,
        endReason: 'session_reset',
        heartbeatMs: NOW - 3 * HOUR,
        lastMessageMs: NOW - 2 * HOUR,
        messages: 4,
        toolCalls: expect.any(Number),
        apiCalls: 7,
        inputTokens: 10,
        outputTokens: 20,
        cacheReadTokens: 30,
        cacheWriteTokens: 40,
        // The provider reported no charge, which outranks the estimate.
        costUsd: 0,
        costStatus: 'actual',
        pinned: true,
        archived: true,
        handoffPending: true,
        lastActiveMs: NOW - 2 * HOUR,
        // As for a row without claims. Assessing adds them.
        state: 'ended',
        protections: [],
        cronJobId: null,
      },
    ])
  })

  it('a 0 is a price only with a status that confirms it', () => {
    const cost = (status: 'unknown' | 'estimated' | 'included') => ({ estimatedUsd: 0, status })
    make('nov', [
      { id: 'a', startedMs: NOW, cost: cost('unknown') },
      { id: 'c', startedMs: NOW, cost: cost('estimated') },
      { id: 'd', startedMs: NOW, cost: cost('included') },
    ])
    expect(read().map(({ id, costUsd }) => [id, costUsd])).toEqual([
      ['a', null],
      ['c', 0],
      ['d', 0],
    ])
  })

  it('fills in columns that an old version lacks', () => {
    make('mar', [{ id: 'old', startedMs: NOW - HOUR, cost: { estimatedUsd: 2 } }])
    expect(read()).toMatchObject([
      {
        id: 'old',
        heartbeatMs: null,
        sessionKey: null,
        apiCalls: 0,
        pinned: false,
        archived: false,
        costUsd: 2,
      },
    ])
  })

  it('reads a table that has little more than ids', () => {
    make('mar', [])
    const db = new Database(join(temp.path, 'state.db'))
    db.exec(
      "DROP TABLE messages_fts; DROP TABLE messages; DROP TABLE sessions; CREATE TABLE sessions (id); INSERT INTO sessions VALUES ('a'), (7), (NULL)",
    )
    db.close()
    expect(read()).toMatchObject([
      { id: 'a', source: 'unknown', startedMs: 0, lastMessageMs: null, messages: 0, costUsd: null },
      { id: '7' },
      { id: '' },
    ])
  })

  it('keeps ids exactly as they are, whatever they contain', () => {
    const ids = ['../x', '*', 'a'.repeat(4096), "'; DROP TABLE sessions; --", 'new\nline', '']
    make(
      'aug',
      ids.map((id) => ({ id, messages: 1 })),
    )
    expect(read().map((row) => row.id)).toEqual(expect.arrayContaining(ids))
    expect(read().every((row) => row.lastMessageMs !== null)).toBe(true)
  })
})

describe('lineage markers', () => {
  it('are read from model_config', () => {
    make('aug', [
      { id: 'b', modelConfig: { _branched_from: 'p1' } },
      { id: 'd', modelConfig: { max_iterations: 50, _delegate_from: 'p2' } },
      { id: 'r', modelConfig: { _reset_from: 'p3' } },
      { id: 'plain', modelConfig: { max_iterations: 90 } },
    ])
    const rows = new Map(read().map((row) => [row.id, row]))
    expect(rows.get('b')).toMatchObject({ branchedFrom: 'p1', delegateFrom: null, resetFrom: null })
    expect(rows.get('d')).toMatchObject({ branchedFrom: null, delegateFrom: 'p2', resetFrom: null })
    expect(rows.get('r')).toMatchObject({ branchedFrom: null, delegateFrom: null, resetFrom: 'p3' })
    expect(rows.get('plain')).toMatchObject({ branchedFrom: null, delegateFrom: null, resetFrom: null })
  })

  it.each(['{"_delegate_from": "p', 'not json "_', '["_x"]', '"_"', '{"_delegate_from": {"a": 1}}', ''])(
    'are none where model_config is %j, and the row is still read',
    (modelConfig) => {
      make('aug', [{ id: 'odd', modelConfig }])
      expect(read()).toMatchObject([{ id: 'odd', branchedFrom: null, delegateFrom: null, resetFrom: null }])
    },
  )
})

describe('times', () => {
  it('outside this century are unknown, and the start falls back to the earliest that is known', () => {
    make(
      'aug',
      [
        { id: 'garbage', startedMs: NOW, endedMs: NOW - HOUR, heartbeatMs: NOW - 2 * HOUR },
        { id: 'nothing', startedMs: NOW, messages: 0 },
        { id: 'ended', startedMs: NOW - 3 * HOUR, messages: 2, lastMessageMs: NOW - HOUR },
      ],
      `UPDATE sessions SET started_at = 1e18;
       UPDATE sessions SET last_activity_at = 'soon' WHERE id = 'nothing';
       UPDATE sessions SET ended_at = -5 WHERE id = 'ended'`,
    )
    const rows = new Map(read().map((row) => [row.id, row]))
    expect(rows.get('garbage')).toMatchObject({ startedMs: NOW - 2 * HOUR, endedMs: NOW - HOUR })
    expect(rows.get('nothing')).toMatchObject({ startedMs: 0, endedMs: null, heartbeatMs: null })
    expect(rows.get('ended')).toMatchObject({ endedMs: NOW - HOUR })
  })

  it('of a clock that runs ahead are kept', () => {
    make('aug', [{ id: 'ahead', startedMs: NOW + 1000 * HOUR }])
    expect(read()).toMatchObject([{ startedMs: NOW + 1000 * HOUR }])
  })

  it('of one garbage message do not hide the real last one', () => {
    make(
      'aug',
      [{ id: 'a', messages: 3, lastMessageMs: NOW - HOUR }],
      `INSERT INTO messages (session_id, role, timestamp) VALUES ('a', 'user', 9e15), ('a', 'user', 'later')`,
    )
    expect(read()).toMatchObject([{ lastMessageMs: NOW - HOUR }])
  })

  it('of the last message are the same by the index, without it, in one pass, and from the caller', () => {
    const sessions = [
      { id: 'a', messages: 3, lastMessageMs: NOW - HOUR },
      { id: 'b', messages: 2, lastMessageMs: NOW - 2 * HOUR },
      { id: 'empty', messages: 0 },
    ]
    make('mar', sessions)
    const indexed = read().map((row) => [row.id, row.lastMessageMs])
    expect(indexed).toEqual([
      ['a', NOW - HOUR],
      ['b', NOW - 2 * HOUR],
      ['empty', null],
    ])
    const db = new Database(join(temp.path, 'state.db'))
    db.exec('DROP INDEX idx_messages_session')
    expect(readLastMessages(db)).toEqual(
      new Map([
        ['a', NOW - HOUR],
        ['b', NOW - 2 * HOUR],
      ]),
    )
    db.close()
    expect(read().map((row) => [row.id, row.lastMessageMs])).toEqual(indexed)
    expect(read((id) => (id === 'a' ? 5 : null)).map((row) => row.lastMessageMs)).toEqual([5, null, null])
  })
})

it('a hand-off is pending until it has a known final state', () => {
  make('aug', [
    { id: 'p', handoffState: 'pending' },
    { id: 'r', handoffState: 'something-new' },
    { id: 'c', handoffState: 'completed' },
    { id: 'f', handoffState: 'failed' },
    { id: 'n' },
  ])
  const pending = read().filter((row) => row.handoffPending)
  expect(pending.map((row) => row.id).sort()).toEqual(['p', 'r'])
})

it('reads sixty thousand rows and counts every one', () => {
  make(
    'aug',
    [],
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000)
     INSERT INTO sessions (id, source, started_at, input_tokens) SELECT 's' || i, 'cron', 1790000000 + i, 1 FROM n`,
  )
  const rows = read()
  expect(rows).toHaveLength(60_000)
  expect(rows.reduce((sum, row) => sum + row.inputTokens, 0)).toBe(60_000)
})

it('values longer than any Hermes wrote are left out, and long ids keep their edges', () => {
  const long = 'x'.repeat(100_000)
  const huge = 'y'.repeat(2_000_000)
  make('aug', [
    { id: long, title: long },
    { id: 'child', parentId: long, model: huge },
    { id: 'other', parentId: huge, modelConfig: JSON.stringify({ _branched_from: huge }) },
  ])
  const rows = read()
  expect(JSON.stringify(rows).length).toBeLessThan(10_000)
  const [parent, child, other] = rows.toSorted((a, b) => b.id.length - a.id.length)
  expect(parent).toMatchObject({ title: null })
  expect(child).toMatchObject({ id: 'child', parentId: parent?.id, model: null })
  expect(other).toMatchObject({ id: 'other', parentId: '…', branchedFrom: null })
})
