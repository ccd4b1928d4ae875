/**
 * Plans routing entries that are dangling or whose chat has expired. Busy ones are kept, whatever their age.
 */
import { DAY_MS } from '../../../shared/time.ts'
import type { Route } from '../../gateway/gateway.ts'
import type { Protection, Session } from '../../sessions/session.ts'
import { act, type DraftInput, type ItemDraft, keep } from '../item-draft.ts'
import type { PlanFacts } from '../plan-facts.ts'
import type { GatewayEntries } from '../policy.ts'
import { protectedReason, type ReasonText, reasonFor } from '../reasons.ts'

export function planGatewayEntries({ home, nowMs }: PlanFacts, policy: GatewayEntries): ItemDraft[] {
  const routes = home.routes ?? []
  const wanted = new Set(routes.map(({ sessionId }) => sessionId))
  const sessions = new Map<string, Session>()
  for (const session of home.sessions ?? []) if (wanted.has(session.id)) sessions.set(session.id, session)
  return routes.map((route) => {
    const candidate = candidateOf(route)
    const stays = keepReason(route, sessions.get(route.sessionId), nowMs, policy)
    if (stays !== null) return keep(candidate, stays)
    const { key, sessionId, updatedMs, inTable, inFile } = route
    const code = route.state === 'dangling' ? 'route-dangling' : 'route-expired'
    const ms = nowMs - (updatedMs ?? nowMs)
    return act(candidate, reasonFor(code, { ms }), {
      kind: 'route',
      key,
      sessionId,
      updatedMs,
      inTable,
      inFile,
    })
  })
}

const candidateOf = ({ key, displayName, updatedMs }: Route): DraftInput => ({
  key: `route:${key}`,
  kind: 'route',
  label: displayName === null ? key : `${displayName} (${key})`,
  bytes: 0,
  apparentBytes: 0,
  rowBytes: 0,
  lastActiveMs: updatedMs,
})

function keepReason(
  { state, updatedMs, turnActive, suspended }: Route,
  session: Session | undefined,
  nowMs: number,
  { states, olderThanDays }: GatewayEntries,
): ReasonText | null {
  if (turnActive) return reasonFor('turn-active')
  const busy = session?.protections.find(({ code }) => BUSY.has(code))
  if (busy !== undefined) return protectedReason(busy)
  if (state === 'live') return reasonFor('route-live')
  if (suspended) return reasonFor('suspended')
  if (!states.includes(state)) return reasonFor('not-asked')
  if (updatedMs === null) return reasonFor('age-unknown')
  const ms = nowMs - updatedMs
  return ms < olderThanDays * DAY_MS ? reasonFor('too-young', { ms, days: olderThanDays }) : null
}

/** Signs that the session is in use right now. The route itself, a pin and relatives do not count. */
const BUSY: ReadonlySet<Protection['code']> = new Set<Protection['code']>([
  'claims-unknown',
  'turn-lease',
  'compression-lock',
  'open-chat',
  'pending-delegation',
  'handoff-pending',
])
