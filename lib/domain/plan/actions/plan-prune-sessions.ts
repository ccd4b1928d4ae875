/**
 * Decides which ended sessions a prune removes, with all their files, and why others are kept. Guards come
 * before the policy, and a conversation is removed whole or not at all. Pure.
 */
import { smallest } from '../../../shared/smallest.ts'
import { DAY_MS, MINUTE_MS } from '../../../shared/time.ts'
import type { OwnedFile } from '../../home/assessed-home.ts'
import { LARGEST_ROW_BYTES } from '../../sessions/largest-row.ts'
import type { Session } from '../../sessions/session.ts'
import { divertedReason, isDiverted } from '../is-diverted.ts'
import { act, type DraftPart, fileKey, type ItemDraft, isNameable, keep } from '../item-draft.ts'
import type { PlanFacts } from '../plan-facts.ts'
import type { PruneSessions } from '../policy.ts'
import { makeScope } from '../policy-scope.ts'
import { protectedReason, type ReasonText, reasonFor, reasonsFor } from '../reasons.ts'
import type { FileFingerprint, SessionTarget } from '../target.ts'
import { PRUNED_KINDS } from '../words.ts'
import {
  delegatorsAbove,
  isBefore,
  joinFamilies,
  makeUnits,
  type Unit,
  type Units,
} from './conversation-units.ts'
import {
  filesByOwner,
  isAsAssessed,
  labelOf,
  pathOf,
  sessionCandidate,
  sessionCandidateOf,
} from './session-candidates.ts'
import { assessStarted } from './started-subagents.ts'

/** A file just written may belong to a session that was just resumed. */
const FRESH_MS = 10 * MINUTE_MS
/** Minimum age of sessions that Hermes may resume, however low the policy's age. */
const RESUMABLE_MS = DAY_MS

/**
 * End reasons after which Hermes does not resume a session by itself. After any other it may clear the end and
 * continue, so the time of the end counts as activity (docs/hermes.md, "Session lifecycle").
 */
const FINAL = new Set([
  'cli_close',
  'tui_close',
  'tui_shutdown',
  'new_session',
  'new_command',
  'session_reset',
  'idle',
  'daily',
  'suspended',
  'resume_pending_expired',
  'session_switch',
  'resumed_other',
  'branched',
  'orphaned_compression',
  'cron_complete',
  'superseded_by_repair',
])

export function planPruneSessions(facts: PlanFacts, policy: PruneSessions): ItemDraft[] {
  const { sessions, files, messageBytes } = facts.home
  if (sessions === null) return []
  const units = makeUnits(sessions)
  const owned = files === null ? null : filesByOwner(files)
  const filesOf = (session: Session) => owned?.get(session.id) ?? NO_FILES
  const inScope = makeScope(policy)
  const assess = makeAssessUnit(facts, policy, units, filesOf)
  const describeIdle = reasonsFor('idle', { days: policy.olderThanDays, name: kindName(policy) })
  const drafts: ItemDraft[] = []
  const going = new Map<Unit, readonly ActedPart[]>()
  const outside: Unit[] = []
  const starters = new Map<Unit, Unit>()
  const pushKept = (unit: Unit, why: (part: Session) => ReasonText, parts = unit.parts) => {
    for (const part of parts)
      drafts.push(keep(sessionCandidate(part, filesOf(part), messageBytes), why(part)))
  }
  const pushActed = (unit: Unit, parts: readonly ActedPart[], together: string | null) => {
    const ms = facts.nowMs - unit.lead.lastActiveMs
    const starter = starters.get(unit)
    const why =
      starter === undefined
        ? describeIdle({ ms })
        : reasonFor('goes-with-parent', { ms, name: labelOf(starter.lead) })
    for (const { session, target, files: taken } of parts)
      drafts.push(act(sessionCandidateOf(session, taken, messageBytes), why, target, together))
  }
  for (const unit of units.all) {
    if (!unit.parts.every((part) => inScope(part, unit.job))) {
      outside.push(unit)
      continue
    }
    const verdict = assess(unit)
    if (typeof verdict === 'function') pushKept(unit, verdict)
    else if (units.hasDelegates) going.set(unit, verdict)
    else pushActed(unit, verdict, unit.parts.length === 1 ? null : unit.id)
  }
  for (const [unit, starter] of assessStarted(outside, units, going, assess, pushKept))
    starters.set(unit, starter)
  for (const unit of outside) {
    const chosen = starters.has(unit) ? [] : unit.parts.filter((part) => inScope(part, unit.job))
    const count = unit.parts.length - chosen.length
    pushKept(unit, () => reasonFor('parts-not-chosen', { count }), chosen)
  }
  const togetherOf = joinFamilies([...going.keys()], units)
  for (const [unit, parts] of going) pushActed(unit, parts, togetherOf(unit))
  return drafts
}

const NO_FILES: readonly OwnedFile[] = []

const kindName = ({ sources, cronJobs }: PruneSessions): string =>
  (sources === null && cronJobs !== null) || (sources?.length === 1 && sources[0] === 'cron')
    ? PRUNED_KINDS.cron
    : PRUNED_KINDS.session

type ActedPart = {
  readonly session: Session
  readonly target: SessionTarget
  readonly files: readonly DraftPart[]
}

/** A function returns the reason each part is kept. A list means that all of it is removed. */
type UnitVerdict = ((part: Session) => ReasonText) | readonly ActedPart[]

function makeAssessUnit(
  facts: PlanFacts,
  policy: PruneSessions,
  units: Units,
  filesOf: (session: Session) => readonly OwnedFile[],
): (unit: Unit) => UnitVerdict {
  const { home, nowMs } = facts
  const minAgeMs = policy.olderThanDays * DAY_MS
  const newest = policy.keepNewest === null ? null : newestOfEach(units.all, policy.keepNewest)
  const bytesOf = (unit: Unit): number | null => {
    let bytes = 0
    for (const part of unit.parts) {
      const inRows = home.messageBytes(part.id)
      if (inRows === null) return null
      bytes += inRows + filesOf(part).reduce((total, file) => total + file.bytes, 0)
    }
    return bytes
  }
  return (unit) => {
    if (unit.isProtected) return describeOwnProtection
    const open = unit.parts.find(({ endedMs }) => endedMs === null)
    if (open !== undefined) return (part) => describeOpen(part, open)
    const parent = delegatorsAbove(unit, units).find(({ isProtected }) => isProtected)
    if (parent !== undefined) return () => reasonFor('parent-protected', { name: labelOf(parent.lead) })
    if (home.files === null) return () => reasonFor('files-unknown')
    if (!policy.includeShelved && unit.parts.some(({ archived }) => archived))
      return () => reasonFor('archived-in-hermes')
    const idleMs = nowMs - unit.lead.lastActiveMs
    if (idleMs < minAgeMs) return () => reasonFor('too-young', { ms: idleMs, days: policy.olderThanDays })
    const resumableMs = resumableSince(unit)
    const restedMs = resumableMs === null ? null : Math.min(idleMs, nowMs - resumableMs)
    if (restedMs !== null && restedMs < Math.max(RESUMABLE_MS, minAgeMs))
      return () => reasonFor('resumable', { ms: restedMs })
    if (newest?.has(unit))
      return () =>
        reasonFor('among-newest', {
          count: policy.keepNewest ?? 0,
          name: unit.job === null ? 'source' : 'job',
        })
    const messages = unit.parts.reduce((total, part) => total + part.messages, 0)
    if (policy.minMessages !== null && messages < policy.minMessages)
      return () => reasonFor('too-few-messages')
    if (policy.minBytes !== null) {
      const bytes = bytesOf(unit)
      if (bytes === null) return () => reasonFor('size-unknown')
      if (bytes < policy.minBytes) return () => reasonFor('too-small')
    }
    return take(unit, facts, filesOf)
  }
}

const describeOwnProtection = (part: Session): ReasonText => {
  const [protection] = part.protections
  return protection === undefined ? reasonFor('row-unreadable') : protectedReason(protection)
}

const describeOpen = (part: Session, open: Session): ReasonText =>
  part.endedMs === null ? reasonFor('never-closed') : reasonFor('lineage-open', { name: labelOf(open) })

/** When it last ended in a way that Hermes may undo. Null for final ends. */
function resumableSince({ parts }: Unit): number | null {
  const continued = parts.length === 1 ? null : new Set(parts.map(({ parentId }) => parentId))
  let last: number | null = null
  for (const { id, endReason, endedMs } of parts) {
    const isInner = endReason === 'compression' && continued?.has(id) === true
    if (isInner || endedMs === null || (endReason !== null && FINAL.has(endReason))) continue
    last = Math.max(last ?? endedMs, endedMs)
  }
  return last
}

/** Counted over the whole home, including protected and young sessions. */
function newestOfEach(all: readonly Unit[], count: number): ReadonlySet<Unit> {
  const bySource = new Map<string, Unit[]>()
  const byJob = new Map<string, Unit[]>()
  for (const unit of all) {
    const groups = unit.job === null ? bySource : byJob
    const group = unit.job ?? unit.lead.source
    const present = groups.get(group)
    if (present === undefined) groups.set(group, [unit])
    else present.push(unit)
  }
  const newest = new Set<Unit>()
  for (const group of [...bySource.values(), ...byJob.values()]) {
    for (const unit of smallest(group, count, (a, b) => (isBefore(a.lead, b.lead) ? -1 : 1))) newest.add(unit)
  }
  return newest
}

function take(
  unit: Unit,
  { home, fingerprints, trigramFault, nowMs }: PlanFacts,
  filesOf: (session: Session) => readonly OwnedFile[],
): UnitVerdict {
  const taken: ActedPart[] = []
  const jsonl: { readonly file: OwnedFile; readonly id: string }[] = []
  for (const session of unit.parts) {
    const seen = fingerprints.session(session.id)
    if (seen === null) return () => reasonFor('row-unreadable')
    if (!isAsAssessed(seen, session)) return () => reasonFor('changed-meanwhile')
    const nameFor = (part: Session) => (part === session ? {} : { name: labelOf(session) })
    // If messages are not counted yet, the run checks again.
    const mayBeTooLarge = (home.messageBytes(session.id) ?? 0) > LARGEST_ROW_BYTES
    const largest = mayBeTooLarge ? (fingerprints.largestMessage(session.id) ?? 0) : 0
    if (largest > LARGEST_ROW_BYTES)
      return (part) => reasonFor('too-large', { bytes: largest, ...nameFor(part) })
    const fault = trigramFault(session.id)
    if (fault !== null) return (part) => reasonFor(fault, { id: session.id, ...nameFor(part) })
    const files: FileFingerprint[] = []
    for (const file of filesOf(session)) {
      if (!isNameable(file.name)) return () => reasonFor('no-text-name')
      const found = fingerprints.file(pathOf(file))
      if (found === null) continue
      const ageMs = nowMs - found.modifiedMs
      if (ageMs < FRESH_MS) return () => reasonFor('being-written', { ms: ageMs, name: file.name })
      if (isDiverted(file, found.modifiedMs, home.snapshot)) jsonl.push({ file, id: session.id })
      files.push(found.fingerprint)
    }
    taken.push({
      session,
      target: { kind: 'session', sessionId: session.id, mark: seen.fingerprint, files },
      files: files.map(({ path, bytes, size }) => ({ key: fileKey(path), bytes, apparentBytes: size })),
    })
  }
  // Only rows were counted and shown, so messages that exist only in such a file were not. Compared last, because it
  // reads the file.
  for (const { file, id } of jsonl.sort((a, b) => (a.file.name < b.file.name ? -1 : 1))) {
    const count = fingerprints.messagesWithoutRow(pathOf(file), id)
    if (count !== 0) return () => divertedReason(file, count)
  }
  return taken
}
