/** Finds leaked and old sessions, expired routes and free database pages. */
import { formatBytes, formatCount, formatPlural } from '../../shared/numbers.ts'
import { DAY_MS, toIso } from '../../shared/time.ts'
import type { AssessedHome } from '../home/assessed-home.ts'
import { compressionRoots } from '../sessions/lineage.ts'
import type { Session } from '../sessions/session.ts'
import { type FindingDraft, firstFew, largest } from './draft.ts'

/** Below this a compaction is not worth stopping Hermes for. */
const WORTH_COMPACTING_BYTES = 1_000_000
const WORTH_COMPACTING_SHARE = 0.05

export function sessionFindings(home: AssessedHome, nowMs: number): FindingDraft[] {
  return [
    ...oldSessions(home, nowMs),
    ...freePages(home),
    ...leakedSessions(home, nowMs),
    ...expiredRoutes(home),
  ]
}

/** Ended, unprotected and idle beyond Hermes' retention, like every other row of the conversation. */
function prunableSessions(sessions: readonly Session[], olderThanMs: number, nowMs: number): Session[] {
  const roots = compressionRoots(sessions)
  const kept = new Set<string>()
  const mayGo = (session: Session) =>
    session.endedMs !== null &&
    session.protections.length === 0 &&
    nowMs - session.lastActiveMs > olderThanMs &&
    !session.archived
  // Most homes have no split conversations, so the lookup is skipped.
  if (roots.size === 0) return sessions.filter(mayGo)
  for (const session of sessions) {
    const root = roots.get(session.id)
    if (root !== undefined && !mayGo(session)) kept.add(root)
  }
  return sessions.filter((session) => mayGo(session) && !kept.has(roots.get(session.id) ?? ''))
}

function oldSessions(
  { sessions, files, snapshot, messageBytes }: AssessedHome,
  nowMs: number,
): FindingDraft[] {
  // Without Hermes' own setting the age limit is unknown.
  if (sessions === null || !snapshot.config.ok) return []
  const days = snapshot.config.value.retentionDays
  const old = prunableSessions(sessions, days * DAY_MS, nowMs)
  if (old.length === 0) return []
  const fileBytes = new Map<string, number>()
  for (const { owner, kind, bytes } of files ?? []) {
    if (typeof owner === 'string' && kind === 'transcript')
      fileBytes.set(owner, (fileBytes.get(owner) ?? 0) + bytes)
  }
  let inFiles = 0
  let inRows = 0
  const sized = old.map((session) => {
    const files = fileBytes.get(session.id) ?? 0
    const rows = messageBytes(session.id) ?? 0
    inFiles += files
    inRows += rows
    return { label: nameOf(session), bytes: files + rows, atMs: session.lastActiveMs }
  })
  const bytes = inFiles > 0 ? inFiles : inRows
  return [
    {
      code: 'old-sessions',
      count: old.length,
      bytes,
      frees: inFiles > 0 ? 'now' : 'after-compaction',
      action: 'prune-sessions',
      class: inFiles > 0 ? 'transcripts' : 'state-db',
      title: `${formatPlural(old.length, 'ended session')} idle for more than ${formatPlural(days, 'day')}`,
      detail: `${inFiles > 0 ? `Their transcripts take ${formatBytes(inFiles)}. ` : ''}Their messages hold ${formatBytes(inRows)} inside state.db, which a compaction would free.`,
      examples: largest(sized),
      byClass: { transcripts: inFiles, 'state-db': inRows },
    },
  ]
}

function freePages({ snapshot }: AssessedHome): FindingDraft[] {
  if (!snapshot.database.ok) return []
  const { freePages: pages, pageCount, pageSizeBytes } = snapshot.database.value.capabilities
  const bytes = pages * pageSizeBytes
  if (bytes < WORTH_COMPACTING_BYTES || pages < pageCount * WORTH_COMPACTING_SHARE) return []
  return [
    {
      code: 'free-pages',
      count: pages,
      bytes,
      frees: 'after-compaction',
      action: 'compact-database',
      class: 'state-db',
      title: 'Free pages inside state.db',
      detail: `${formatBytes(bytes)} of ${formatBytes(pageCount * pageSizeBytes)} hold nothing. Compacting needs Hermes stopped and room for a second copy.`,
      examples: [],
      byClass: { 'state-db': bytes },
    },
  ]
}

function leakedSessions({ sessions }: AssessedHome, nowMs: number): FindingDraft[] {
  const leaked = (sessions ?? []).filter(({ state }) => state === 'leaked')
  if (leaked.length === 0) return []
  const oldest = Math.floor(
    (nowMs - leaked.reduce((least, { lastActiveMs }) => Math.min(least, lastActiveMs), nowMs)) / DAY_MS,
  )
  return [
    {
      code: 'leaked-sessions',
      count: leaked.length,
      bytes: 0,
      frees: 'nothing-yet',
      action: 'close-leaked',
      class: 'yours',
      title: `${formatPlural(leaked.length, 'session')} ${leaked.length === 1 ? 'was' : 'were'} never closed`,
      detail: `No process, lease or route claims ${leaked.length === 1 ? 'it' : 'them'}; the oldest has been silent for ${formatPlural(oldest, 'day')}. Until closed, no prune may touch them.`,
      examples: firstFew(leaked, (a, b) => a.lastActiveMs - b.lastActiveMs || (a.id < b.id ? -1 : 1)).map(
        (session) => ({
          label: nameOf(session),
          bytes: null,
          at: toIso(session.lastActiveMs),
        }),
      ),
      byClass: {},
    },
  ]
}

function expiredRoutes({ routes, snapshot }: AssessedHome): FindingDraft[] {
  const expired = (routes ?? []).filter(({ state }) => state === 'expired' || state === 'dangling')
  if (expired.length === 0) return []
  const flushes = expired.filter(({ flushOnRestart }) => flushOnRestart).length
  const running = snapshot.liveness.gatewayRunning
  return [
    {
      code: 'expired-routes',
      count: expired.length,
      bytes: 0,
      frees: 'nothing-yet',
      action: 'gateway-entries',
      class: 'yours',
      title: `${formatPlural(expired.length, 'gateway entry', 'gateway entries')} expired or lost ${expired.length === 1 ? 'its' : 'their'} session`,
      detail: `${flushes > 0 ? `The next restart would flush ${formatCount(flushes)} of them, one model call each.` : 'The next restart only tidies them, without model calls.'}${running === true ? ' Removing them needs the gateway stopped.' : ''}`,
      examples: firstFew(
        expired,
        (a, b) => (a.updatedMs ?? 0) - (b.updatedMs ?? 0) || (a.key < b.key ? -1 : 1),
      ).map(({ key, updatedMs }) => ({ label: key, bytes: null, at: toIso(updatedMs) })),
      byClass: {},
    },
  ]
}

/** An empty id would render as an empty line. */
const nameOf = ({ title, id }: Pick<Session, 'title' | 'id'>): string => title || id || '(no name)'
