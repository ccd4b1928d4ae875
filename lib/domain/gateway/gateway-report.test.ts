import { describe, expect, it } from 'vitest'
import { failed, ok } from '../../shared/result.ts'
import { DAY_MS, HOUR_MS } from '../../shared/time.ts'
import {
  anOpenSession,
  aRoute,
  aSession,
  aSnapshot,
  NOW_MS,
  someCapabilities,
  someConfig,
} from '../../testing/factories.ts'
import { assessHome } from '../home/assess-home.ts'
import type { HomeSnapshot } from '../home/snapshot.ts'
import type { SessionRow } from '../sessions/session.ts'
import type { RouteEntry } from './gateway.ts'
import { type GatewayQuery, type GatewayReport, gatewayReport } from './gateway-report.ts'

const ALL: GatewayQuery = {
  sort: 'updatedAt',
  order: 'desc',
  cursor: null,
  limit: null,
  state: null,
  platform: null,
  onRestart: null,
  q: null,
}
const IDLE = someConfig({ resetDefault: { mode: 'idle', atHour: 4, idleMinutes: 1440 } })

function report(
  entries: readonly RouteEntry[],
  rows: readonly SessionRow[],
  schemaVersion: number | null,
  query: Partial<GatewayQuery> = {},
  parts: Partial<HomeSnapshot> = {},
): GatewayReport {
  const database = ok({
    capabilities: someCapabilities({ schemaVersion }),
    databaseBytes: 1,
    walBytes: 0,
    identity: '1:1',
  })
  const snapshot = aSnapshot({
    database,
    rows: ok(rows),
    routing: ok({ primary: 'table', entries }),
    config: ok(IDLE),
    ...parts,
  })
  const home = assessHome(snapshot, NOW_MS, { lastHourMs: () => NOW_MS, messageBytes: () => 0 })
  const answer = gatewayReport(home, { ...ALL, ...query }, NOW_MS)
  if (!answer.ok) throw new Error(answer.fault)
  return answer.value
}

const expired = (key: string, more: Partial<RouteEntry> = {}) =>
  aRoute({ key, sessionId: 'chat', updatedMs: NOW_MS - 3 * DAY_MS, ...more })
const chat = anOpenSession({ id: 'chat', title: 'Holiday plans' })

describe('what the next restart does', () => {
  it.each([
    [6, {}, 'flush'],
    [8, {}, 'flush'],
    [8, { finalised: true }, 'keep'],
    [9, {}, 'finalise'],
    [26, {}, 'finalise'],
    [26, { finalised: true }, 'keep'],
    [26, { updatedMs: NOW_MS - HOUR_MS }, 'keep'],
    [26, { updatedMs: NOW_MS - 91 * DAY_MS }, 'drop'],
    [26, { updatedMs: NOW_MS - 91 * DAY_MS, suspended: true }, 'finalise'],
    [26, { updatedMs: NOW_MS - 91 * DAY_MS, turnActive: true }, 'keep'],
    [9, { updatedMs: NOW_MS - 91 * DAY_MS }, 'unknown'],
    [6, { updatedMs: NOW_MS - 91 * DAY_MS }, 'flush'],
    [null, {}, 'unknown'],
  ] as const)('schema %s, %j: %s', (schema, entry, outcome) => {
    expect(report([expired('k', entry)], [chat], schema).entries?.[0]?.onRestart).toBe(outcome)
  })

  it('old routes are kept if dropping is disabled', () => {
    const config = ok({ ...IDLE, routingMaxAgeDays: 0 })
    const old = expired('k', { updatedMs: NOW_MS - 400 * DAY_MS, finalised: true })
    expect(report([old], [chat], 26, {}, { config }).entries?.[0]?.onRestart).toBe('keep')
  })

  it('a flush storm states its calls, and its tokens only if every prompt is known', () => {
    const known = report(
      [expired('a', { lastPromptTokens: 9_000 }), expired('b', { lastPromptTokens: 3_000 })],
      [chat],
      6,
    )
    expect(known).toMatchObject({ flushesOnRestart: 2, restart: { calls: 2, inputTokens: 12_000 } })
    expect(known.restart.title).toBe('The next restart makes 2 model calls')
    const guess = report([expired('a', { lastPromptTokens: 9_000 }), expired('b')], [chat], 6)
    expect(guess.restart).toMatchObject({ calls: 2, inputTokens: null })
  })

  it('newer versions finalize and drop routes without a model call', () => {
    const { restart, flushesOnRestart } = report(
      [
        expired('a'),
        expired('b', { updatedMs: NOW_MS - 100 * DAY_MS }),
        aRoute({ key: 'c', sessionId: 'gone' }),
      ],
      [chat],
      26,
    )
    expect(flushesOnRestart).toBe(0)
    expect(restart).toEqual({
      title: 'The next restart makes no model call',
      detail:
        '1 expired chat is marked as finished, which costs nothing. 1 route untouched for more than 90 days is dropped within the first hour; the transcripts stay. 1 route leads to a session without a row: the next message there brings the id back, without its history.',
      calls: 0,
      inputTokens: 0,
      drops: 1,
      finalises: 1,
    })
  })
})

describe('what the next message does', () => {
  const ended = aSession({ id: 'chat', endReason: 'session_reset' })
  it.each([
    ['an open session continues', chat, 26, 'continues'],
    ['an ended session is replaced by a new one in newer versions', ended, 26, 'new-session'],
    ['an ended session continues in older versions', ended, 11, 'continues'],
    ['an ended session is unknown in versions between', ended, 17, 'unknown'],
    ['a released session continues', { ...ended, endReason: 'agent_close' }, 26, 'continues'],
  ] as const)('%s', (_, session, schema, outcome) => {
    const fresh = aRoute({ sessionId: 'chat' })
    expect(report([fresh], [session], schema).entries?.[0]?.onNextMessage).toBe(outcome)
  })
})

describe('the list', () => {
  const entries = [
    aRoute({ key: 'agent:main:telegram:dm:1', sessionId: 'chat', displayName: 'Ada' }),
    aRoute({ key: 'agent:main:telegram:dm:2', sessionId: 'chat', inTable: false }),
    aRoute({ key: 'agent:main:slack:dm:3', sessionId: 'gone', platform: 'slack', inFile: false }),
    aRoute({ key: 'agent:main:slack:dm:4', sessionId: 'over', platform: 'slack', suspended: true }),
  ]
  const rows = [chat, aSession({ id: 'over' })]

  it('counts duplicates, ended and missing sessions, and copies', () => {
    expect(report(entries, rows, 26).totals).toEqual({
      all: 4,
      live: 3,
      expired: 0,
      dangling: 1,
      suspended: 1,
      finalised: 0,
      duplicates: 2,
      toEndedSessions: 1,
      onlyInFile: 1,
      onlyInTable: 1,
      onRestart: { keep: 4, flush: 0, finalise: 0, drop: 0, unknown: 0 },
    })
    const first = report(entries, rows, 26, { q: 'ADA' }).entries
    expect(first).toHaveLength(1)
    expect(first?.[0]).toMatchObject({
      alsoRoutedBy: ['agent:main:telegram:dm:2'],
      copies: ['table', 'file'],
      session: { title: 'Holiday plans', messages: 0 },
    })
  })

  it.each([
    [{ state: 'dangling' }, 1],
    [{ platform: 'slack' }, 2],
    [{ onRestart: 'keep' }, 4],
    [{ onRestart: 'flush' }, 0],
    [{ q: 'holiday' }, 2],
    [{ q: 'nothing' }, 0],
  ] as const)('filter %j matches %i, and the totals stay the same', (query, count) => {
    const answer = report(entries, rows, 26, query)
    expect([answer.entries?.length, answer.matched]).toEqual([count, count])
    expect(answer.totals?.all).toBe(4)
  })

  it('is unknown, not empty, if the index cannot be read', () => {
    const routing = failed({ code: 'malformed-file', path: 'sessions/sessions.json', detail: 'x' } as const)
    expect(report([], [], 26, {}, { routing })).toMatchObject({
      entries: null,
      primary: null,
      flushesOnRestart: null,
      restart: { calls: null },
      notices: [{ code: 'malformed-file' }],
    })
  })
})
