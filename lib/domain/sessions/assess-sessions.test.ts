import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import { anOpenSession, aSession, NOW_MS, noClaims } from '../../testing/factories.ts'
import { assessSessions, lastActive, unclaimed } from './assess-sessions.ts'
import type { Session, SessionClaims, SessionRow } from './session.ts'

const assessOne = (row: SessionRow, claims: Partial<SessionClaims> = {}) => {
  const [session] = assessSessions([row], noClaims(claims), NOW_MS)
  if (session === undefined) throw new Error('a row was lost')
  return session
}
const codes = (row: SessionRow, claims: Partial<SessionClaims> = {}) =>
  assessOne(row, claims).protections.map(({ code }) => code)

describe('state', () => {
  const silent = anOpenSession({ id: 's', startedMs: NOW_MS - 40 * DAY_MS })
  it.each([
    ['a row with an end is ended', aSession(), {}, 'ended'],
    ['an open row without claims and silent for weeks is leaked', silent, {}, 'leaked'],
    [
      'an open chat silent for an hour is live',
      anOpenSession({ lastMessageMs: NOW_MS - HOUR_MS }),
      {},
      'live',
    ],
    [
      'an open chat silent for two days is leaked',
      anOpenSession({ lastMessageMs: NOW_MS - 2 * DAY_MS }),
      {},
      'leaked',
    ],
    [
      'an open cron run silent for eight hours is leaked',
      anOpenSession({ source: 'cron', lastMessageMs: NOW_MS - 8 * HOUR_MS }),
      {},
      'leaked',
    ],
    [
      'a fresh heartbeat keeps an old chat live',
      anOpenSession({ heartbeatMs: NOW_MS - MINUTE_MS }),
      {},
      'live',
    ],
    [
      'a route claims an old open row',
      silent,
      { routes: new Map([['s', 'agent:main:telegram:dm:1']]) },
      'live',
    ],
    ['a turn lease claims it', silent, { turnLeases: new Map([['s', NOW_MS + 1]]) }, 'live'],
    ['a compression lock claims it', silent, { compressionLocks: new Map([['s', NOW_MS + 1]]) }, 'live'],
    ['an open chat in the runtime registry claims it', silent, { openChats: new Set(['s']) }, 'live'],
    [
      'a living backend may own a terminal’s row',
      anOpenSession({ source: 'tui', startedMs: NOW_MS - 9 * DAY_MS }),
      { liveBackends: new Set(['b']) },
      'live',
    ],
    [
      'a living backend may own a subagent’s row',
      anOpenSession({ source: 'subagent', startedMs: NOW_MS - 9 * DAY_MS }),
      { liveBackends: new Set(['b']) },
      'live',
    ],
    ['a living backend never owns a messenger’s row', silent, { liveBackends: new Set(['b']) }, 'leaked'],
    ['an undelivered delegation claims it', silent, { pendingDelegations: new Set(['s']) }, 'live'],
    ['a pin alone is no sign of life', anOpenSession({ pinned: true }), {}, 'leaked'],
    [
      'a clock in the future counts as fresh',
      anOpenSession({ lastMessageMs: NOW_MS + 3 * DAY_MS }),
      {},
      'live',
    ],
  ] as const)('%s', (_, row, claims, state) => {
    expect(assessOne(row, claims).state).toBe(state)
  })

  it('a running cron job keeps only its own open run alive', () => {
    const runningCronJobs = new Set(['ab12'])
    const old = { source: 'cron', startedMs: NOW_MS - 9 * DAY_MS }
    expect(
      assessOne(anOpenSession({ ...old, id: 'cron_ab12_20261106_120000' }), { runningCronJobs }).state,
    ).toBe('live')
    expect(
      assessOne(anOpenSession({ ...old, id: 'cron_cd34_20261106_120000' }), { runningCronJobs }).state,
    ).toBe('leaked')
  })
})

describe('last activity', () => {
  it('is the freshest of start, newest message and heartbeat', () => {
    expect(lastActive(aSession({ startedMs: 5, lastMessageMs: 9, heartbeatMs: 7 }))).toBe(9)
    expect(lastActive(aSession({ startedMs: 5, lastMessageMs: null, heartbeatMs: 7 }))).toBe(7)
    expect(lastActive(aSession({ startedMs: 5, lastMessageMs: 3, heartbeatMs: null }))).toBe(5)
  })
})

describe('protections', () => {
  it('an ended session can still be pinned, routed and waiting for a hand-off', () => {
    const row = aSession({ id: 'r', pinned: true, handoffPending: true })
    expect(codes(row, { routes: new Map([['r', 'k']]) })).toEqual(['pinned', 'routed', 'handoff-pending'])
  })

  it('while claims are unknown, every session is protected and no open one is called leaked', () => {
    const assessed = assessSessions(
      [aSession({ id: 'a' }), anOpenSession({ id: 'b', startedMs: 0 })],
      null,
      NOW_MS,
    )
    expect(assessed.map(({ state }) => state)).toEqual(['ended', 'live'])
    expect(assessed.every(({ protections }) => protections.length > 0)).toBe(true)
  })

  it('one protected part protects its whole split conversation and no other', () => {
    const rows = [
      aSession({ id: 'a', endReason: 'compression' }),
      aSession({ id: 'b', parentId: 'a', endReason: 'compression' }),
      anOpenSession({ id: 'c', parentId: 'b', lastMessageMs: NOW_MS - MINUTE_MS }),
      aSession({ id: 'sub', parentId: 'b', source: 'subagent', delegateFrom: 'b' }),
    ]
    const assessed = new Map(assessSessions(rows, noClaims(), NOW_MS).map((session) => [session.id, session]))
    expect(assessed.get('a')?.protections).toEqual([{ code: 'lineage', of: 'c', because: 'open-recent' }])
    expect(assessed.get('b')?.protections).toEqual([{ code: 'lineage', of: 'c', because: 'open-recent' }])
    expect(assessed.get('sub')?.protections).toEqual([])
  })

  it('a lease on a conversation’s first row protects its last', () => {
    const rows = [aSession({ id: 'a', endReason: 'compression' }), anOpenSession({ id: 'b', parentId: 'a' })]
    const [, last] = assessSessions(rows, noClaims({ turnLeases: new Map([['a', NOW_MS + 1]]) }), NOW_MS)
    expect(last?.protections[0]?.code).toBe('turn-lease')
  })
})

describe('laws', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  const anyRow = fc.record({
    parent: fc.option(fc.constantFrom(...ids), { nil: null }),
    endReason: fc.constantFrom('compression', 'cli_close', 'branched', 'session_reset'),
    open: fc.boolean(),
    idleDays: fc.integer({ min: 0, max: 60 }),
    source: fc.constantFrom('cli', 'cron', 'subagent', 'telegram'),
    pinned: fc.boolean(),
  })
  const anyHome = fc.array(anyRow, { minLength: 1, maxLength: ids.length }).map((rows) =>
    rows.map(({ parent, endReason, open, idleDays, source, pinned }, index) =>
      aSession({
        id: ids[index] ?? 'z',
        parentId: parent,
        source,
        pinned,
        startedMs: NOW_MS - idleDays * DAY_MS,
        endedMs: open ? null : NOW_MS - idleDays * DAY_MS,
        endReason: open ? null : endReason,
      }),
    ),
  )
  const verdicts = (rows: readonly SessionRow[], claims = noClaims()) =>
    new Map(
      assessSessions(rows, claims, NOW_MS).map(({ id, state, protections }) => [id, { state, protections }]),
    )

  it('no row is lost and row order does not matter, cycles included', () => {
    fc.assert(
      fc.property(anyHome, (rows) => {
        const forward = verdicts(rows)
        expect(forward.size).toBe(rows.length)
        expect(verdicts([...rows].reverse())).toEqual(forward)
      }),
      { numRuns: 2_000 },
    )
  })

  it('assessing again gives the same result as assessing the rows afresh, however much time passed', () => {
    fc.assert(
      fc.property(anyHome, fc.integer({ min: 0, max: 70 }), fc.boolean(), (rows, hours, known) => {
        const laterMs = NOW_MS + hours * HOUR_MS
        const claims = known ? noClaims({ routes: new Map([['a', 'k']]) }) : null
        const again = assessSessions(assessSessions(rows, noClaims(), NOW_MS), claims, laterMs)
        expect(again).toEqual(assessSessions(rows, claims, laterMs))
      }),
      { numRuns: 2_000 },
    )
  })

  it('rows that carry an assessment give the same result, and unprotected ones are not copied', () => {
    fc.assert(
      fc.property(anyHome, fc.boolean(), (rows, known) => {
        const claims = known ? noClaims({ routes: new Map([['a', 'k']]) }) : null
        const read = rows.map((row) => ({ ...row, ...unclaimed(row) }))
        const assessed = assessSessions(read, claims, NOW_MS)
        expect(assessed).toEqual(assessSessions(rows, claims, NOW_MS))
        for (const [at, session] of assessed.entries())
          if (session.protections.length === 0) expect(session).toBe(read[at])
      }),
      { numRuns: 2_000 },
    )
  })

  it('a row that carries an assessment is not a session until it is assessed', () => {
    const row = { ...aSession(), ...unclaimed(aSession()) }
    const isPrunable = (session: Session): boolean => session.state === 'ended'
    // @ts-expect-error Only `assessSessions` makes a session.
    expect(isPrunable(row)).toBe(true)
    expect(assessSessions([row], noClaims(), NOW_MS).map(isPrunable)).toEqual([true])
  })

  it('another claim never removes a protection', () => {
    fc.assert(
      fc.property(anyHome, fc.constantFrom(...ids), (rows, claimed) => {
        const before = verdicts(rows)
        const after = verdicts(rows, noClaims({ routes: new Map([[claimed, 'k']]) }))
        for (const [id, { state, protections }] of before) {
          const now = after.get(id)
          expect(now?.protections.length ?? 0).toBeGreaterThanOrEqual(protections.length)
          if (state === 'live') expect(now?.state).toBe('live')
        }
      }),
      { numRuns: 2_000 },
    )
  })
})
