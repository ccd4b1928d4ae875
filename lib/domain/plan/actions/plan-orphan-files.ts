/**
 * Plans files whose session is gone, and temporary files of interrupted writes. If in doubt a file is kept,
 * for example if its id is still in use or it may contain messages the database lacks.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/time.ts'
import { cronJobOf } from '../../cron/cron.ts'
import type { OwnedFile } from '../../home/assessed-home.ts'
import type { SessionClaims } from '../../sessions/session.ts'
import { makeOwnerLookup } from '../../storage/match-session-file.ts'
import { divertedReason, isDiverted } from '../is-diverted.ts'
import { act, type ItemDraft, isNameable, keep } from '../item-draft.ts'
import type { FileSeen, PlanFacts } from '../plan-facts.ts'
import type { OrphanFiles } from '../policy.ts'
import { type ReasonText, reasonFor } from '../reasons.ts'
import { fileCandidate, seenFileCandidate } from './file-candidates.ts'
import { pathOf } from './session-candidates.ts'

/** Its row may not be committed yet. */
const FRESH_MS = 10 * MINUTE_MS
/** An atomic write takes moments, so one that lasted an hour was interrupted. */
const TEMPORARY_MS = HOUR_MS

export function planOrphanFiles(facts: PlanFacts, policy: OrphanFiles): ItemDraft[] {
  const claimedBy = makeClaimLookup(facts)
  return (facts.home.files ?? []).filter(isCandidate).map((file) => {
    if (file.kind !== 'temporary' && file.owner === undefined)
      return keep(fileCandidate(file), reasonFor('owner-unknown'))
    if (!isNameable(file.name)) return keep(fileCandidate(file), reasonFor('no-text-name'))
    const seen = facts.fingerprints.file(pathOf(file))
    if (seen === null) return keep(fileCandidate(file), reasonFor('gone-meanwhile'))
    const candidate = seenFileCandidate(seen, file.name)
    const stays = keepReason(file, seen, facts, policy) ?? claimedBy(file)
    if (stays !== null) return keep(candidate, stays)
    const code = file.kind === 'temporary' ? 'left-over' : 'no-session'
    const ms = facts.nowMs - seen.modifiedMs
    return act(candidate, reasonFor(code, { ms }), { kind: 'file', file: seen.fingerprint })
  })
}

const isCandidate = ({ kind, owner }: OwnedFile): boolean =>
  kind === 'temporary' || ((kind === 'transcript' || kind === 'request-dump') && typeof owner !== 'string')

function keepReason(
  file: OwnedFile,
  { modifiedMs, fingerprint }: FileSeen,
  { home, fingerprints, nowMs }: PlanFacts,
  { olderThanDays }: OrphanFiles,
): ReasonText | null {
  const ageMs = nowMs - modifiedMs
  if (ageMs < (file.kind === 'temporary' ? TEMPORARY_MS : FRESH_MS))
    return reasonFor('being-written', { ms: ageMs, name: 'It' })
  if (ageMs < olderThanDays * DAY_MS) return reasonFor('too-young', { ms: ageMs, days: olderThanDays })
  if (!isDiverted(file, modifiedMs, home.snapshot)) return null
  const count = fingerprints.messagesWithoutRow(fingerprint.path, null)
  return count === 0 ? null : divertedReason(file, count)
}

/** A route, a lease or an open chat may name a session without a row. Hermes would then restore it. */
function makeClaimLookup({ home }: PlanFacts): (file: OwnedFile) => ReasonText | null {
  const { claims } = home.snapshot
  if (!claims.ok) return ({ kind }) => (kind === 'temporary' ? null : reasonFor('owner-unknown'))
  const claimant = makeOwnerLookup(claimedIds(claims.value))
  return (file) => {
    if (file.kind === 'temporary') return null
    const id = claimant(file)
    if (id !== null) return reasonFor('claimed-id', { name: id })
    const job = file.sessionId === null ? null : cronJobOf(file.sessionId)
    return job !== null && claims.value.runningCronJobs.has(job) ? reasonFor('job-running') : null
  }
}

const claimedIds = (claims: SessionClaims): Set<string> =>
  new Set([
    ...claims.routes.keys(),
    ...claims.turnLeases.keys(),
    ...claims.compressionLocks.keys(),
    ...claims.openChats,
    ...claims.pendingDelegations,
  ])
