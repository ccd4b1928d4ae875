/** Files in `sessions/`, recognized by their literal names (docs/hermes.md, "Session files"). */

export type SessionFileKind =
  | 'transcript'
  | 'request-dump'
  | 'routing-index'
  | 'temporary'
  | 'saved'
  | 'unknown'

/** A file of `sessions/` as listed: nothing was opened. */
export type SessionFile = {
  /** The name as shown; bytes that are no UTF-8 appear as U+FFFD. */
  readonly name: string
  readonly kind: SessionFileKind
  /** The session id the name carries; null where the kind carries none. */
  readonly sessionId: string | null
  readonly bytes: number
  readonly apparentBytes: number
  readonly modifiedMs: number
}

export type SessionFiles = {
  readonly files: readonly SessionFile[]
  /** Names that are links or no regular files: counted nowhere else, never touched. */
  readonly irregular: number
  readonly countedAtMs: number
}
