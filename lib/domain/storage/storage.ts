/** The storage classes, and what was counted of each. */

export const STORAGE_CLASSES = [
  'checkpoints',
  'snapshots',
  'state-db',
  'caches',
  'yours',
  'wal',
  'logs',
  'transcripts',
  'trash',
  'cron-output',
  'request-dumps',
  'unknown',
] as const

export type StorageClass = (typeof STORAGE_CLASSES)[number]

/**
 * Disk blocks are what deleting frees; apparent is the length. Folders count with their blocks, not as files.
 */
export type Usage = { readonly bytes: number; readonly apparentBytes: number; readonly files: number }

export type ClassUsage = Usage & { readonly id: StorageClass }

export type DiskSpace = {
  readonly totalBytes: number
  /** What an ordinary user may still write. */
  readonly freeBytes: number
  readonly freeInodes: number | null
}

/** The result of one scan of the home. */
export type StorageCensus = {
  readonly classes: readonly ClassUsage[]
  /** When its oldest number was measured. */
  readonly countedAtMs: number
  readonly tookMs: number
  /** Folders reused from an earlier scan because their signature did not change. */
  readonly reused: number
  readonly walked: number
  /** Places that could not be read. Their bytes are missing from the sums. */
  readonly unread: readonly { readonly path: string; readonly detail: string }[]
}

export type LargeFile = {
  /** Relative to the home. */
  readonly path: string
  readonly class: StorageClass
  readonly bytes: number
  readonly apparentBytes: number
  readonly modifiedMs: number
}

export type LargeFolder = Usage & { readonly path: string; readonly class: StorageClass }

/** The usage of one class within one top-level entry of the home. An empty name means files directly in the home. */
export type TopUsage = Usage & { readonly name: string; readonly class: StorageClass }

/** Where the bytes of a scan are. */
export type StorageBreakdown = {
  /** Largest first, at most fifty, with at most five per checkpoint repository. */
  readonly files: readonly LargeFile[]
  /** Largest first, at most fifty, including subfolders. */
  readonly folders: readonly LargeFolder[]
  /** For each class, the bytes add up to its total. */
  readonly tops: readonly TopUsage[]
  /** Null if this home has no shared checkpoint store. */
  readonly checkpointStoreBytes: number | null
}

/** A file or folder that is a separate finding, such as a damaged copy or a snapshot. */
export type NotableEntry = Usage & {
  readonly kind: 'damaged-copy' | 'zeroed-copy' | 'state-snapshot' | 'backup'
  readonly name: string
  readonly modifiedMs: number
}
