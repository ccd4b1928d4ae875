/** A leaked session names every sign of life that would have kept it live, and only a leaked one does. */
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../shared/time.ts'
import { anOpenSession, aSession, NOW_MS, noClaims } from '../../testing/factories.ts'
import { assessSessions } from './assess-sessions.ts'
import type { SessionClaims, SessionRow } from './session.ts'
import { whyLeaked } from './why-leaked.ts'

function why(row: SessionRow, claims: SessionClaims | null = noClaims()) {
  const [session] = assessSessions([row], claims, NOW_MS)
  if (session === undefined) throw new Error('one row is one session')
  return whyLeaked(session, NOW_MS)
}

const silent = (row: Partial<SessionRow> = {}) =>
  anOpenSession({ id: 'cron_job1_20261101_101010', startedMs: NOW_MS - 12 * DAY_MS, ...row })

describe('each sign a leaked session names would have kept it live', () => {
  const id = silent().id
  const laterMs = NOW_MS + HOUR_MS
  const signs: Record<string, [Partial<SessionRow>, Partial<SessionClaims>]> = {
    'open-recent': [{ lastMessageMs: NOW_MS - HOUR_MS }, {}],
    routed: [{}, { routes: new Map([[id, 'agent:main']]) }],
    'turn-lease': [{}, { turnLeases: new Map([[id, laterMs]]) }],
    'compression-lock': [{}, { compressionLocks: new Map([[id, laterMs]]) }],
    'open-chat': [{}, { openChats: new Set([id]) }],
    'pending-delegation': [{}, { pendingDelegations: new Set([id]) }],
    'running-cron': [{}, { runningCronJobs: new Set(['job1']) }],
    'handoff-pending': [{ handoffPending: true }, {}],
  }

  it('names all of them', () => {
    expect(why(silent())?.map(({ code }) => code)).toEqual(Object.keys(signs))
  })

  it.each(Object.entries(signs))('%s', (_, [row, claims]) => {
    expect(why(silent(row), noClaims(claims))).toBeNull()
  })
})

it('states how long it was silent and the limit of its source', () => {
  const words = (source: string) => why(silent({ id: 'x', source }))?.[0]?.message
  expect(words('telegram')).toBe(
    'Silent for 12 d. An open session of this source counts as live for 24 h after its last sign.',
  )
  expect(words('cron')).toContain('counts as live for 6 h')
})

it('mentions a cron job only if there is one', () => {
  expect(why(silent({ id: 'x' }))?.map(({ code }) => code)).not.toContain('running-cron')
})

it.each([
  ['ended', aSession(), noClaims()],
  ['open while claims are unknown', silent(), null],
])('is null for a session that is %s', (_, row, claims) => {
  expect(why(row, claims)).toBeNull()
})
