/** The size of every database object. Measured in the background and stored with its age. */

/** `search`: a table of the full-text index; `internal`: SQLite's own. */
export type ObjectKind = 'table' | 'index' | 'search' | 'internal'

export type DatabaseObject = {
  readonly name: string
  readonly kind: ObjectKind
  /** The table of an index, or the full-text index a table belongs to; null for anything else. */
  readonly of: string | null
  /** Null if reading it would take longer than one short read may. */
  readonly size: ObjectSize | null
}

export type ObjectSize = {
  readonly bytes: number
  /** Unused space inside its pages. */
  readonly unusedBytes: number
  readonly rows: number
}

/** What reading alone can check about a full-text index. */
export type SearchCheck = {
  readonly index: string
  /** SQLite's own check of the index; null if not run. */
  readonly sound: boolean | null
  /**
   * Whether it has messages that another SQLite counted differently, so Steward's cannot check it. Read only
   * if the check fails. Counts of 0.1.0 lack it.
   */
  readonly isForeign?: boolean
  /** Entries in the index and rows that belong in it, counted at the same moment; null if not counted. */
  readonly entries: number | null
  readonly expected: number | null
}

/** Usage rows whose session was deleted; `complete` is false if only the first rows were read. */
export type OrphanUsage = { readonly rows: number; readonly sessions: number; readonly complete: boolean }

export type DatabaseCount = {
  readonly atMs: number
  readonly tookMs: number
  /** Signature of the database files when the measurement started. */
  readonly signature: string
  /** All used pages when the measurement started. */
  readonly usedBytes: number
  readonly objects: readonly DatabaseObject[]
  readonly search: readonly SearchCheck[]
  /** Null if this home records no usage per model. */
  readonly orphanUsage: OrphanUsage | null
}

export type DatabaseCountProgress = {
  readonly done: number
  readonly total: number
  /** The object being read. */
  readonly name: string
}
