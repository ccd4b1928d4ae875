/**
 * Selects open sessions that may be closed: those proven to have no owning process. A running gateway alone
 * does not prevent closing, but its routes and leases do. Closing frees nothing, but allows pruning later.
 */
import { DAY_MS } from '../../../shared/time.ts'
import type { OwnedFile } from '../../home/assessed-home.ts'
import type { Holder, Liveness } from '../../home/home.ts'
import { isAutomation } from '../../sessions/assess-sessions.ts'
import type { Session } from '../../sessions/session.ts'
import { act, type DraftInput, type ItemDraft, keep, sessionKey } from '../item-draft.ts'
import type { PlanFacts } from '../plan-facts.ts'
import type { CloseLeaked } from '../policy.ts'
import { makeScope } from '../policy-scope.ts'
import { protectedReason, type ReasonText, reasonFor } from '../reasons.ts'
import { makeUnits } from './conversation-units.ts'
import { filesByOwner, isAsAssessed, labelOf } from './session-candidates.ts'

/** An automated session silent for a day is done. A person at a terminal may return after a weekend. */
const TERMINALS = new Set(['cli', 'tui', 'desktop'])
const AUTOMATION_SILENCE_MS = DAY_MS
const TERMINAL_SILENCE_MS = 3 * DAY_MS
/** Chats on messaging platforms, and unknown surfaces. */
const CHAT_SILENCE_MS = 7 * DAY_MS

const closingSilenceMs = (source: string): number =>
  isAutomation(source) ? AUTOMATION_SILENCE_MS : TERMINALS.has(source) ? TERMINAL_SILENCE_MS : CHAT_SILENCE_MS

export function planCloseLeaked(facts: PlanFacts, policy: CloseLeaked): ItemDraft[] {
  const { sessions, files } = facts.home
  if (sessions === null) return []
  const inScope = makeScope(policy)
  const owned = filesByOwner(files ?? [])
  const liveRelatives = findLiveRelatives(sessions)
  const drafts: ItemDraft[] = []
  for (const { parts, job } of makeUnits(sessions).all) {
    for (const session of parts) {
      if (session.endedMs !== null || !inScope(session, job)) continue
      const stays = keepReason(session, facts, policy, liveRelatives, owned.get(session.id) ?? [])
      drafts.push(stays === null ? close(session, facts) : keep(candidateOf(session), stays))
    }
  }
  return drafts
}

const candidateOf = (session: Session): DraftInput => ({
  key: sessionKey(session.id),
  kind: 'leak',
  label: labelOf(session),
  bytes: 0,
  apparentBytes: 0,
  rowBytes: 0,
  lastActiveMs: session.lastActiveMs,
})

function close(session: Session, { fingerprints, nowMs }: PlanFacts): ItemDraft {
  const candidate = candidateOf(session)
  const seen = fingerprints.session(session.id)
  if (seen === null) return keep(candidate, reasonFor('row-unreadable'))
  if (!isAsAssessed(seen, session)) return keep(candidate, reasonFor('changed-meanwhile'))
  const { id: sessionId, lastActiveMs } = session
  return act(candidate, reasonFor('leaked', { ms: nowMs - lastActiveMs }), {
    kind: 'leak',
    sessionId,
    mark: seen.fingerprint,
    endAt: lastActiveMs / 1000,
  })
}

function keepReason(
  session: Session,
  { home, nowMs }: PlanFacts,
  { olderThanDays }: CloseLeaked,
  liveRelatives: ReadonlyMap<string, Session>,
  files: readonly OwnedFile[],
): ReasonText | null {
  const [protection] = session.protections
  if (protection !== undefined) return protectedReason(protection)
  const relative = liveRelatives.get(session.id)
  if (relative !== undefined) return reasonFor('relative-live', { name: labelOf(relative) })
  const neededMs = Math.max(closingSilenceMs(session.source), olderThanDays * DAY_MS)
  const silentMs = nowMs - session.lastActiveMs
  if (silentMs < neededMs) return reasonFor('too-young', { ms: silentMs, days: neededMs / DAY_MS })
  const written = files.find(({ modifiedMs }) => nowMs - modifiedMs < closingSilenceMs(session.source))
  if (written !== undefined)
    return reasonFor('being-written', { ms: nowMs - written.modifiedMs, name: written.name })
  return describeOwner(session, home.snapshot.liveness)
}

/** Null if it is proven that no process owns it. Checked again before closing. */
export function describeOwner(
  session: Pick<Session, 'source' | 'lastActiveMs'>,
  { holders, gatewayPid }: Liveness,
): ReasonText | null {
  if (holders === null) return reasonFor('holders-unknown')
  const owner = holders.find((holder) => mayOwn(holder, session, gatewayPid))
  return owner === undefined
    ? null
    : reasonFor('process-may-own', { name: `${owner.command} (${owner.pid})` })
}

/** The session's clock may be slightly ahead of the process table's. */
const CLOCK_MS = 60_000

/**
 * A terminal left open owns its session, however old. Messaging chats belong to the gateway alone. A process
 * that started after a session fell silent never owned it, because resuming would have added it to the
 * registry of open chats.
 */
function mayOwn(
  holder: Holder,
  session: Pick<Session, 'source' | 'lastActiveMs'>,
  gatewayPid: number | null,
): boolean {
  if (holder.self || holder.pid === gatewayPid || GATEWAY.test(holder.command)) return false
  if (MESSAGING.has(session.source)) return false
  return holder.startedMs === null || holder.startedMs <= session.lastActiveMs + CLOCK_MS
}

const GATEWAY = /\bgateway\b/
const MESSAGING = new Set([
  'telegram',
  'discord',
  'slack',
  'whatsapp',
  'whatsapp_cloud',
  'signal',
  'matrix',
  'mattermost',
  'email',
  'sms',
  'dingtalk',
  'feishu',
  'wecom',
  'wecom_callback',
  'weixin',
  'bluebubbles',
  'qqbot',
  'yuanbao',
  'homeassistant',
])

/** Parents and children of live sessions, because a user may return to them. */
function findLiveRelatives(sessions: readonly Session[]): ReadonlyMap<string, Session> {
  const live = new Map<string, Session>()
  const relatives = new Map<string, Session>()
  for (const session of sessions) if (session.state === 'live') live.set(session.id, session)
  if (live.size === 0) return relatives
  const meet = (id: string, other: Session) => {
    const present = relatives.get(id)
    if (present === undefined || other.id < present.id) relatives.set(id, other)
  }
  for (const session of sessions) {
    if (session.parentId === null) continue
    const parent = live.get(session.parentId)
    if (parent !== undefined) meet(session.id, parent)
    if (session.state === 'live') meet(session.parentId, session)
  }
  return relatives
}
