import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../shared/time.ts'
import { aFile, anOpenSession, aSession, NOW_MS, noClaims } from '../../testing/factories.ts'
import { assessSessions } from './assess-sessions.ts'
import { type AutoPruneInput, predictAutoPrune } from './auto-prune.ts'
import type { SessionRow } from './session.ts'

const day = (days: number) => NOW_MS - days * DAY_MS
const old = (id: string, more: Partial<SessionRow> = {}) =>
  aSession({ id, startedMs: day(200), endedMs: day(199), lastMessageMs: day(199), ...more })

function predict(schema: number | null, rows: readonly SessionRow[], more: Partial<AutoPruneInput> = {}) {
  return predictAutoPrune({
    schema,
    enabled: true,
    retentionDays: 90,
    intervalHours: 24,
    lastRanMs: null,
    sessions: assessSessions(rows, noClaims(), NOW_MS),
    files: [],
    messageBytes: () => 10,
    nowMs: NOW_MS,
    ...more,
  })
}

describe('whether Hermes prunes by itself', () => {
  it.each([
    [6, true, 'absent'],
    [7, true, 'on'],
    [26, false, 'off'],
    [28, null, 'unknown'],
    [null, true, 'unknown'],
  ] as const)('schema %s, setting %s: %s', (schema, enabled, state) => {
    expect(predict(schema, [], { enabled }).state).toBe(state)
  })

  it('waits exactly its interval after a run', () => {
    const soon = predict(30, [], { lastRanMs: NOW_MS - 3 * HOUR_MS })
    expect(soon.restsUntil).toBe(new Date(NOW_MS + 21 * HOUR_MS).toISOString())
    expect(predict(30, [], { lastRanMs: NOW_MS - 25 * HOUR_MS }).restsUntil).toBeNull()
  })
})

describe('what its rules select', () => {
  const revived = old('revived', { lastMessageMs: day(2), endedMs: day(2) })

  it.each([
    [11, 1],
    [23, 1],
    [24, 0],
    [30, 0],
  ])('schema %i counts a session by its start or its last activity: %i', (schema, count) => {
    expect(predict(schema, [revived]).selects?.sessions).toBe(count)
  })

  it('open sessions are never deleted, however old', () => {
    for (const schema of [7, 23, 30])
      expect(predict(schema, [anOpenSession({ startedMs: day(900) })]).selects?.sessions).toBe(0)
  })

  it.each([
    [25, 1, 1, 0],
    [26, 0, 0, 1],
    [27, 0, 0, 0],
  ])(
    'schema %i and a pinned session: %i deleted, %i of them pinned, %i perhaps',
    (schema, sessions, pinned, perhaps) => {
      expect(predict(schema, [old('p', { pinned: true })]).selects).toMatchObject({
        sessions,
        pinned,
        perhaps,
      })
    },
  )

  it('archived sessions are deleted in every version', () => {
    for (const schema of [14, 26, 30])
      expect(predict(schema, [old('s', { archived: true })]).selects).toMatchObject({
        sessions: 1,
        shelved: 1,
      })
  })

  it.each([
    [26, 1, 0],
    [28, 0, 1],
    [30, 0, 0],
  ])(
    'schema %i and the head of a continuing conversation: %i deleted, %i perhaps',
    (schema, sessions, perhaps) => {
      const rows = [
        old('head', { endReason: 'compression' }),
        anOpenSession({ id: 'tip', parentId: 'head', startedMs: day(3) }),
      ]
      expect(predict(schema, rows).selects).toMatchObject({ sessions, perhaps })
    },
  )

  it('a conversation in which every part is old is deleted whole', () => {
    const rows = [old('head', { endReason: 'compression' }), old('tip', { parentId: 'head' })]
    expect(predict(30, rows).selects?.sessions).toBe(2)
  })

  it.each([
    [26, 1, 0],
    [28, 0, 1],
    [30, 0, 0],
  ])(
    'schema %i and a session it recently reaped itself: %i deleted, %i perhaps',
    (schema, sessions, perhaps) => {
      const reaped = old('r', { endReason: 'startup_orphan_reap', endedMs: day(10) })
      expect(predict(schema, [reaped]).selects).toMatchObject({ sessions, perhaps })
      const longAgo = old('r', { endReason: 'startup_orphan_reap', endedMs: day(100) })
      expect(predict(schema, [longAgo]).selects).toMatchObject({ sessions: 1, perhaps: 0 })
    },
  )

  it.each([
    [26, 0],
    [28, null],
    [30, 2],
  ])('schema %i closes stale open sessions of automation and terminals: %s', (schema, closes) => {
    const open = (id: string, source: string, row: Partial<SessionRow> = {}) =>
      anOpenSession({ id, source, startedMs: day(200), ...row })
    const rows = [
      open('a', 'cli'),
      open('b', 'subagent'),
      open('c', 'telegram'),
      open('d', 'cron', { lastMessageMs: day(3) }),
    ]
    expect(predict(schema, rows).selects).toMatchObject({ sessions: 0, closes })
  })

  it('a shorter retention never selects fewer', () => {
    const rows = [1, 5, 40, 100, 300].map((days) =>
      old(`s${days}`, { startedMs: day(days), lastMessageMs: day(days) }),
    )
    const counts = [400, 200, 50, 10, 0].map(
      (retentionDays) => predict(30, rows, { retentionDays }).selects?.sessions ?? -1,
    )
    expect(counts).toEqual([0, 1, 2, 3, 5])
  })
})

describe('what stays behind', () => {
  const file = (name: string, kind: 'transcript' | 'request-dump' = 'transcript') => ({
    ...aFile({ name, sessionId: 's', bytes: 100, kind }),
    owner: 's',
  })
  const files = [file('session_s.json'), file('s.jsonl'), file('request_dump_s_1.json', 'request-dump')]

  it.each([
    [9, 3],
    [10, 1],
    [30, 1],
  ])('schema %i leaves %i of three files', (schema, count) => {
    expect(predict(schema, [old('s')], { files }).selects?.filesLeft).toEqual({ count, bytes: count * 100 })
  })

  it('is unknown while files or messages are unknown', () => {
    const { selects } = predict(30, [old('s')], { files: null, messageBytes: () => null })
    expect(selects).toMatchObject({ sessions: 1, filesLeft: null, databaseBytes: null })
  })
})

describe('the words', () => {
  it.each([
    [6, {}, 'This version of Hermes never deletes sessions by itself.'],
    [30, {}, 'Hermes deletes 1 ended session older than 90 days at its next start. It has not run yet.'],
    [
      30,
      { lastRanMs: NOW_MS - 3 * HOUR_MS },
      'Hermes deletes 1 ended session older than 90 days at its next start, 21 h from now at the earliest. It last ran 3 h ago.',
    ],
    [
      23,
      { enabled: false },
      'Hermes’ own prune is off. Switched on, it would delete 1 ended session older than 90 days.',
    ],
    [30, { sessions: null }, 'What Hermes deletes by itself is not known.'],
  ] as const)('schema %s, %j', (schema, more, words) => {
    expect(predict(schema, [old('s')], more).words).toBe(words)
  })
})
