/** A session as a candidate of a plan: its label, its files, and whether it is still as it was assessed. */
import type { AssessedHome, OwnedFile } from '../../home/assessed-home.ts'
import type { Session } from '../../sessions/session.ts'
import { type DraftInput, type DraftPart, fileKey, sessionKey } from '../item-draft.ts'
import type { SessionSeen } from '../plan-facts.ts'
import type { InnerPath } from '../target.ts'
import { NO_NAME } from '../words.ts'

/** An empty id would render as an empty line. */
export const labelOf = ({ title, id }: Pick<Session, 'title' | 'id'>): string => title || id || NO_NAME

export const pathOf = ({ name }: Pick<OwnedFile, 'name'>): InnerPath => ['sessions', ...name.split('/')]

/** Files by the session that owns them, each list by name. */
export function filesByOwner(files: readonly OwnedFile[]): ReadonlyMap<string, readonly OwnedFile[]> {
  const owned = new Map<string, OwnedFile[]>()
  for (const file of files) {
    if (typeof file.owner !== 'string') continue
    const present = owned.get(file.owner)
    if (present === undefined) owned.set(file.owner, [file])
    else present.push(file)
  }
  for (const list of owned.values()) list.sort((a, b) => (a.name < b.name ? -1 : 1))
  return owned
}

export function sessionCandidate(
  session: Session,
  files: readonly OwnedFile[],
  messageBytes: AssessedHome['messageBytes'],
): DraftInput {
  return sessionCandidateOf(session, files.length === 0 ? NO_PARTS : files.map(partOf), messageBytes)
}

const NO_PARTS: readonly DraftPart[] = []

const partOf = (file: OwnedFile): DraftPart => ({
  key: fileKey(pathOf(file)),
  bytes: file.bytes,
  apparentBytes: file.apparentBytes,
})

export function sessionCandidateOf(
  session: Session,
  parts: readonly DraftPart[],
  messageBytes: AssessedHome['messageBytes'],
): DraftInput {
  return {
    key: sessionKey(session.id),
    kind: 'session',
    label: labelOf(session),
    bytes: sum(parts, 'bytes'),
    apparentBytes: sum(parts, 'apparentBytes'),
    rowBytes: messageBytes(session.id),
    lastActiveMs: session.lastActiveMs,
    parts,
  }
}

const sum = (parts: readonly DraftPart[], of: 'bytes' | 'apparentBytes'): number =>
  parts.reduce((total, part) => total + part[of], 0)

/** The fingerprint is read after the assessment, so the row must be unchanged and have no newer message. */
export function isAsAssessed({ fingerprint, newestMessageMs }: SessionSeen, session: Session): boolean {
  if (fingerprint.endReason !== session.endReason || fingerprint.parentId !== session.parentId) return false
  if ((fingerprint.endedAt === null) !== (session.endedMs === null)) return false
  if (isSane(fingerprint.endedAt) && Math.round(fingerprint.endedAt * 1000) !== session.endedMs) return false
  return newestMessageMs === null || newestMessageMs <= session.lastActiveMs + ROUNDING_MS
}

const ROUNDING_MS = 1
/** Salvaged rows have invalid times, so their end comes from elsewhere. */
const SANE = { from: 946_684_800, to: 4_102_444_800 }

const isSane = (seconds: number | null): seconds is number =>
  seconds !== null && seconds >= SANE.from && seconds <= SANE.to
