/** Kind and session id from the name of a file in `sessions/` (docs/hermes.md, "Session files"). */
import type { SessionFileKind } from './session-file.ts'

export type ParsedName = { readonly kind: SessionFileKind; readonly sessionId: string | null }

export function parseSessionFileName(name: string): ParsedName {
  if (name === 'sessions.json') return { kind: 'routing-index', sessionId: null }
  if (TEMPORARY.test(name)) return { kind: 'temporary', sessionId: null }
  // No version of Hermes writes other hidden files here, so they are not attributed to a session.
  if (name.startsWith('.')) return UNKNOWN
  if (name.startsWith(DUMP_PREFIX)) {
    const sessionId = REQUEST_DUMP.exec(name)?.[1]
    return sessionId === undefined ? UNKNOWN : { kind: 'request-dump', sessionId }
  }
  const stem = stemOf(name)
  if (stem === null) return UNKNOWN
  const bare = name.endsWith('.json') && stem.startsWith(SNAPSHOT_PREFIX) ? stem.slice(8) : ''
  return { kind: 'transcript', sessionId: bare === '' ? stem : bare }
}

/** The name without `.json` or `.jsonl`; null for any other extension or an empty stem. */
export function stemOf(name: string): string | null {
  const ending = name.endsWith('.json') ? 5 : name.endsWith('.jsonl') ? 6 : 0
  return ending === 0 || name.length === ending ? null : name.slice(0, -ending)
}

const SNAPSHOT_PREFIX = 'session_'
const DUMP_PREFIX = 'request_dump_'
const UNKNOWN: ParsedName = { kind: 'unknown', sessionId: null }
const TEMPORARY = /^\.sessions_.*\.tmp$/s
// An id may be the prefix of another and may contain timestamps and newlines, so only the last timestamp is
// the dump's.
const REQUEST_DUMP = /^request_dump_(.+)_(\d{8}_\d{6}_\d{6})\.json$/s
