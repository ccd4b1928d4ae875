/** Files in `sessions/`, recognized by their literal names (docs/hermes.md, "Session files"). */

export type SessionFileKind =
  | 'transcript'
  | 'request-dump'
  | 'routing-index'
  | 'temporary'
  | 'saved'
  | 'unknown'

/** A file in `sessions/` as listed. It was not opened. */
export type SessionFile = {
  /** The name as shown. Bytes that are not UTF-8 appear as U+FFFD. */
  readonly name: string
  readonly kind: SessionFileKind
  /** The session id in the name; null if this kind has none. */
  readonly sessionId: string | null
  readonly bytes: number
  readonly apparentBytes: number
  readonly modifiedMs: number
}

export type SessionFiles = {
  readonly files: readonly SessionFile[]
  /** Links and other irregular files. They are counted nowhere else and never touched. */
  readonly irregular: number
  readonly countedAtMs: number
}
