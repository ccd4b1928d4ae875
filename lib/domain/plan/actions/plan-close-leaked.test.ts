import { describe, expect, it } from 'vitest'
import { ok } from '../../../shared/result.ts'
import { DAY_MS, HOUR_MS } from '../../../shared/time.ts'
import { aFile, anOpenSession, aSession, NOW_MS, noClaims } from '../../../testing/factories.ts'
import { factsOf } from '../../../testing/plan-facts-of.ts'
import type { RandomHome } from '../../../testing/torture/random-homes.ts'
import type { Holder } from '../../home/home.ts'
import type { HomeSnapshot } from '../../home/snapshot.ts'
import type { SessionRow } from '../../sessions/session.ts'
import { planCloseLeaked } from './plan-close-leaked.ts'

const silent = (days: number, row: Partial<SessionRow> = {}): SessionRow =>
  anOpenSession({ id: 's', startedMs: NOW_MS - days * DAY_MS, ...row })
const drafts = (rows: readonly SessionRow[], home: Partial<RandomHome> = {}, olderThanDays = 0) =>
  planCloseLeaked(factsOf({ rows, files: [], parts: {}, cronFolders: [], withoutRow: 0, ...home }), {
    action: 'close-leaked',
    ids: null,
    sources: null,
    cronJobs: null,
    olderThanDays,
  })
const outcome = (rows: readonly SessionRow[], home: Partial<RandomHome> = {}, olderThanDays = 0) => {
  const draft = drafts(rows, home, olderThanDays).find(({ key }) => key === 'session:s')
  return draft?.verdict === 'act' ? 'close' : draft?.reason.code
}
const liveness = (holders: readonly Holder[] | null, more: Partial<HomeSnapshot['liveness']> = {}) => ({
  parts: { liveness: { gatewayRunning: true, gatewayPid: 7, servedBy: null, holders, ...more } },
})
const holder = (startedMs: number | null, command = 'hermes chat', pid = 11): Holder => ({
  pid,
  command,
  startedMs,
  deletedInode: false,
  self: false,
})

it('closing writes the last activity as the end and frees nothing', () => {
  const last = NOW_MS - 9 * DAY_MS
  const [draft] = drafts([silent(10, { lastMessageMs: last })])
  expect(draft).toMatchObject({ kind: 'leak', bytes: 0, target: { sessionId: 's', endAt: last / 1000 } })
})

it('ended sessions are not candidates', () => {
  expect(drafts([aSession()])).toEqual([])
})

describe('silence', () => {
  it.each([
    ['cron', 0.9, 'too-young'],
    ['cron', 1, 'close'],
    ['cli', 2.9, 'too-young'],
    ['cli', 3, 'close'],
    ['telegram', 6.9, 'too-young'],
    ['telegram', 7, 'close'],
    ['an unknown plugin', 6.9, 'too-young'],
  ])('of %s for %d days: %s', (source, days, expected) => {
    expect(outcome([silent(days, { source })])).toBe(expected)
  })

  it('must last at least as long as the policy requires', () => {
    expect(outcome([silent(9)], {}, 10)).toBe('too-young')
    expect(outcome([silent(10)], {}, 10)).toBe('close')
  })

  it('is broken by a file written since', () => {
    const files = [aFile({ name: 'session_s.json', sessionId: 's', modifiedMs: NOW_MS - HOUR_MS })]
    expect(outcome([silent(10)], { files })).toBe('being-written')
  })
})

describe('it may have an owner', () => {
  it.each([
    ['a route', { routes: new Map([['s', 'key']]) }, 'routed'],
    ['a lease', { turnLeases: new Map([['s', NOW_MS + 1]]) }, 'turn-lease'],
    ['a compression', { compressionLocks: new Map([['s', NOW_MS + 1]]) }, 'compression-lock'],
    ['an open chat', { openChats: new Set(['s']) }, 'open-chat'],
    ['a subagent at work', { pendingDelegations: new Set(['s']) }, 'pending-delegation'],
  ])('%s', (_, claims, expected) => {
    expect(outcome([silent(30)], { parts: { claims: ok(noClaims(claims)) } })).toBe(expected)
  })

  it.each([
    ['a terminal that was open when it fell silent', holder(NOW_MS - 40 * DAY_MS), 'process-may-own'],
    ['a process whose start is unknown', holder(null), 'process-may-own'],
    ['a terminal opened later', holder(NOW_MS - DAY_MS), 'close'],
    ['the gateway by its number', holder(NOW_MS - 40 * DAY_MS, 'python', 7), 'close'],
    ['the gateway by its name', holder(NOW_MS - 40 * DAY_MS, 'hermes gateway run'), 'close'],
    ['Steward itself', { ...holder(null), self: true }, 'close'],
  ])('%s: %s', (_, process, expected) => {
    expect(outcome([silent(30)], liveness([process]))).toBe(expected)
  })

  it('a terminal never owns a chat of a messaging platform', () => {
    expect(outcome([silent(30, { source: 'telegram' })], liveness([holder(null)]))).toBe('close')
  })

  it('unknown holders are not proof', () => {
    expect(outcome([silent(30)], liveness(null))).toBe('holders-unknown')
  })

  it('a live parent or child', () => {
    const live = anOpenSession({ id: 'live', lastMessageMs: NOW_MS - HOUR_MS })
    expect(outcome([silent(30, { parentId: 'live' }), live])).toBe('relative-live')
    expect(outcome([silent(30), { ...live, parentId: 's' }])).toBe('relative-live')
  })
})
