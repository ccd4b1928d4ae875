/** Identifies an item at planning time. A run compares it with the home before it acts. */

/** Names from the home's root down to the item, never a path from a browser or a database. */
export type InnerPath = readonly string[]

/** Numbers that do not fit a double are decimal strings. */
export type FileFingerprint = {
  readonly path: InnerPath
  readonly dev: string
  readonly ino: string
  readonly size: number
  readonly mtimeNs: string
  /** Disk blocks that deleting would free. 0 while another hard link keeps them. */
  readonly bytes: number
  /** How many names it has, if more than one. */
  readonly links?: number
}

/** The fingerprint of a row. Any difference means that the session was used since. */
export type SessionFingerprint = {
  readonly endedAt: number | null
  readonly endReason: string | null
  readonly messageCount: number | null
  readonly messages: number
  readonly newestMessageId: number | null
  readonly parentId: string | null
}

export type SessionTarget = {
  readonly kind: 'session'
  readonly sessionId: string
  /** The fingerprint. Stored plans and receipts of 0.1.0 call it `mark`, here and in `LeakTarget`. */
  readonly mark: SessionFingerprint
  readonly files: readonly FileFingerprint[]
}

export type FileTarget = { readonly kind: 'file'; readonly file: FileFingerprint }

/** A folder removed as a whole: a v1 repository, a legacy folder, the outputs of a deleted job. */
export type FolderTarget = {
  readonly kind: 'folder'
  readonly path: InnerPath
  readonly dev: string
  readonly ino: string
  /** Newest mtime of the folder itself and of anything below it, and how many entries are below it. */
  readonly newestMtimeNs: string
  readonly entries: number
  /** How many entries are one of several names of a file. */
  readonly linked?: number
}

/** A project of the shared checkpoint store. */
export type ProjectTarget = {
  readonly kind: 'project'
  /** `<hash16>` */
  readonly id: string
  /** The commit its ref names. Null if it has none. */
  readonly tip: string | null
  /** `last_touch` from its description, in epoch seconds. Null if that cannot be read. */
  readonly lastTouch: number | null
}

export type LeakTarget = {
  readonly kind: 'leak'
  readonly sessionId: string
  readonly mark: SessionFingerprint
  /** Epoch seconds of its last activity, written as ended_at. */
  readonly endAt: number
}

export type RouteTarget = {
  readonly kind: 'route'
  readonly key: string
  readonly sessionId: string
  readonly updatedMs: number | null
  readonly inTable: boolean
  readonly inFile: boolean
}

export type DatabaseTarget = {
  readonly kind: 'database'
  readonly identity: string
  readonly gainBytes: number
}

export type Target =
  | SessionTarget
  | FileTarget
  | FolderTarget
  | ProjectTarget
  | LeakTarget
  | RouteTarget
  | DatabaseTarget
