/** What a closer look at a database counted, object by object. Taken in the background and kept with its age. */

/** `search`: a table in which the full-text index keeps itself; `internal`: SQLite's own. */
export type ObjectKind = 'table' | 'index' | 'search' | 'internal'

export type DatabaseObject = {
  readonly name: string
  readonly kind: ObjectKind
  /** The table an index is on, or the full-text index a table belongs to; null for everything else. */
  readonly of: string | null
  /** Null: reading it would have taken longer than one short read may. */
  readonly size: ObjectSize | null
}

export type ObjectSize = {
  readonly bytes: number
  /** Room inside its pages that holds nothing. */
  readonly unusedBytes: number
  readonly rows: number
}

/** What a full-text index says of itself, as far as reading alone can ask. */
export type SearchCheck = {
  readonly index: string
  /** SQLite's own check of the index in itself; null where it was not asked. */
  readonly sound: boolean | null
  /** Entries in the index, and rows that belong into it, counted in one moment; null where not asked. */
  readonly entries: number | null
  readonly expected: number | null
}

/** Rows of usage whose session is gone; `complete` is false where only the first rows were looked at. */
export type OrphanUsage = { readonly rows: number; readonly sessions: number; readonly complete: boolean }

export type DatabaseCount = {
  readonly atMs: number
  readonly tookMs: number
  /** Of the database's files when the count began. */
  readonly signature: string
  /** All pages in use when the count began. */
  readonly usedBytes: number
  readonly objects: readonly DatabaseObject[]
  readonly search: readonly SearchCheck[]
  /** Null where this home books no usage per model. */
  readonly orphanUsage: OrphanUsage | null
}

export type DatabaseCountProgress = {
  readonly done: number
  readonly total: number
  /** The object being read. */
  readonly name: string
}
