/**
 * Decides for every session whether it is live, ended or leaked, and lists every reason not to touch it.
 * Pure. A new claim can only make a session more protected.
 */
import { DAY_MS, HOUR_MS } from '../../shared/time.ts'
import { cronJobOf } from '../cron/cron.ts'
import { compressionRoots } from './lineage.ts'
import type {
  Assessment,
  Protection,
  Session,
  SessionClaims,
  SessionRow,
  SessionState,
  UnclaimedRow,
} from './session.ts'

/** Surfaces that run without a person typing, so their silence limit is shorter. */
const AUTOMATION = new Set([
  'cron',
  'subagent',
  'kanban',
  'tool',
  'oneshot',
  'api_server',
  'webhook',
  'msgraph_webhook',
  'acp',
])

/** Surfaces served by a backend with a heartbeat. Hermes closes their rows only without one. */
export const HAS_BACKEND = new Set(['tui', 'desktop', 'subagent'])

export const isAutomation = (source: string): boolean => AUTOMATION.has(source)

/** How long an open session may be silent and still count as live. */
export const silenceLimitMs = (source: string): number => (AUTOMATION.has(source) ? 6 * HOUR_MS : DAY_MS)

/** `claims` is null if they could not be read. Every session may then be in use. */
export function assessSessions(
  rows: readonly SessionRow[],
  claims: SessionClaims | null,
  nowMs: number,
): Session[] {
  const roots = compressionRoots(rows)
  const own = rows.map((row) =>
    claims === null ? UNKNOWN : protectionsOf(row, roots.get(row.id) ?? row.id, claims, nowMs),
  )
  const firstOf = firstProtectedOfLineage(rows, roots, own)
  return rows.map((row, index) => assess(row, own[index] ?? NONE, lineageProtection(row.id, roots, firstOf)))
}

const NONE: readonly Protection[] = []
const UNKNOWN: readonly Protection[] = [{ code: 'claims-unknown' }]

/** The freshest of heartbeat, newest message and start. */
export const lastActive = (row: Pick<SessionRow, 'startedMs' | 'heartbeatMs' | 'lastMessageMs'>): number =>
  Math.max(
    row.startedMs,
    row.heartbeatMs ?? Number.NEGATIVE_INFINITY,
    row.lastMessageMs ?? Number.NEGATIVE_INFINITY,
  )

/**
 * The assessment of a row without claims. Most rows of a large home have none, and reading them together with
 * it avoids a second object per row.
 */
export const unclaimed = (
  row: Pick<SessionRow, 'id' | 'startedMs' | 'endedMs' | 'heartbeatMs' | 'lastMessageMs'>,
): Assessment => ({
  lastActiveMs: lastActive(row),
  state: row.endedMs === null ? 'leaked' : 'ended',
  protections: NONE,
  cronJobId: cronJobOf(row.id),
})

function assess(row: SessionRow, own: readonly Protection[], inherited: Protection | null): Session {
  const state = stateOf(row, own)
  const protections = inherited === null ? own : [...own, inherited]
  const holds = hasAssessment(row) && row.state === state && sameProtections(row.protections, protections)
  // The only place where a row becomes a session.
  return (holds ? row : { ...row, ...unclaimed(row), state, protections }) as Session
}

/** From being read, or from when it was last assessed. */
const hasAssessment = (row: SessionRow): row is UnclaimedRow => 'lastActiveMs' in row

const sameProtections = (a: readonly Protection[], b: readonly Protection[]): boolean =>
  a === b || (a.length === 0 && b.length === 0)

/** A pin is not a sign of life. Every other protection is. */
function stateOf(row: SessionRow, own: readonly Protection[]): SessionState {
  if (row.endedMs !== null) return 'ended'
  return own.some(({ code }) => code !== 'pinned') ? 'live' : 'leaked'
}

function protectionsOf(
  row: SessionRow,
  root: string,
  claims: SessionClaims,
  nowMs: number,
): readonly Protection[] {
  const found: Protection[] = []
  const idleMs = nowMs - lastActive(row)
  if (row.endedMs === null && idleMs <= silenceLimitMs(row.source))
    found.push({ code: 'open-recent', idleMs })
  if (row.pinned) found.push({ code: 'pinned' })
  const key = claims.routes.get(row.id)
  if (key !== undefined) found.push({ code: 'routed', key })
  // Leases use the conversation's first id, but a lease on the row itself counts as well.
  const leaseMs = claims.turnLeases.get(root) ?? claims.turnLeases.get(row.id)
  if (leaseMs !== undefined) found.push({ code: 'turn-lease', expiresMs: leaseMs })
  const lockMs = claims.compressionLocks.get(row.id)
  if (lockMs !== undefined) found.push({ code: 'compression-lock', expiresMs: lockMs })
  if (claims.openChats.has(row.id)) found.push({ code: 'open-chat' })
  if (row.endedMs === null && claims.liveBackends.size > 0 && HAS_BACKEND.has(row.source))
    found.push({ code: 'live-backend' })
  if (claims.pendingDelegations.has(row.id)) found.push({ code: 'pending-delegation' })
  if (row.endedMs === null && claims.runningCronJobs.size > 0) {
    if (claims.runningCronJobs.has(cronJobOf(row.id) ?? '')) found.push({ code: 'running-cron' })
  }
  if (row.handoffPending) found.push({ code: 'handoff-pending' })
  return found.length === 0 ? NONE : found
}

type FirstProtected = { readonly id: string; readonly because: Protection['code'] }

/**
 * One protected member protects its whole conversation. The smallest id is used, so row order does not
 * matter.
 */
function firstProtectedOfLineage(
  rows: readonly SessionRow[],
  roots: ReadonlyMap<string, string>,
  own: readonly (readonly Protection[])[],
): ReadonlyMap<string, FirstProtected> {
  const firstOf = new Map<string, FirstProtected>()
  for (const [index, { id }] of rows.entries()) {
    const because = own[index]?.[0]?.code
    const root = because === undefined ? undefined : roots.get(id)
    if (root === undefined || because === undefined) continue
    const present = firstOf.get(root)
    if (present === undefined || id < present.id) firstOf.set(root, { id, because })
  }
  return firstOf
}

function lineageProtection(
  id: string,
  roots: ReadonlyMap<string, string>,
  firstOf: ReadonlyMap<string, FirstProtected>,
): Protection | null {
  const root = roots.get(id)
  const firstProtected = root === undefined ? undefined : firstOf.get(root)
  if (firstProtected === undefined || firstProtected.id === id) return null
  return { code: 'lineage', of: firstProtected.id, because: firstProtected.because }
}
