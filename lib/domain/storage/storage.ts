/** The classes of everything that lies in a home, and what was counted of each. */

export const STORAGE_CLASSES = [
  'checkpoints',
  'snapshots',
  'state-db',
  'caches',
  'yours',
  'wal',
  'logs',
  'transcripts',
  'cron-output',
  'request-dumps',
  'unknown',
] as const

export type StorageClass = (typeof STORAGE_CLASSES)[number]

/** Blocks are what deleting frees; apparent is the length. Folders count their blocks, not as files. */
export type Usage = { readonly bytes: number; readonly apparentBytes: number; readonly files: number }

export type ClassUsage = Usage & { readonly id: StorageClass }

export type DiskSpace = {
  readonly totalBytes: number
  /** What an ordinary user may still write. */
  readonly freeBytes: number
  readonly freeInodes: number | null
}

/** What one walk over the home saw. */
export type StorageCensus = {
  readonly classes: readonly ClassUsage[]
  /** When the oldest of its figures was counted. */
  readonly countedAtMs: number
  readonly tookMs: number
  /** Folders reused from an earlier walk because nothing in their signature changed. */
  readonly reused: number
  readonly walked: number
  /** Places that could not be read; their bytes are missing from the sums. */
  readonly unread: readonly { readonly path: string; readonly detail: string }[]
}

export type LargeFile = {
  /** Below the home. */
  readonly path: string
  readonly class: StorageClass
  readonly bytes: number
  readonly apparentBytes: number
  readonly modifiedMs: number
}

export type LargeFolder = Usage & { readonly path: string; readonly class: StorageClass }

/** What one entry right in the home holds of one class; an empty name stands for the files there. */
export type TopUsage = Usage & { readonly name: string; readonly class: StorageClass }

/** Where the bytes of a census lie. */
export type StorageBreakdown = {
  /** Largest first, at most fifty; of a checkpoint repository only its five largest. */
  readonly files: readonly LargeFile[]
  /** Largest first, at most fifty; each with everything below it. */
  readonly folders: readonly LargeFolder[]
  /** Their bytes of a class sum up to that class. */
  readonly tops: readonly TopUsage[]
  /** Null where this home has no shared checkpoint store. */
  readonly checkpointStoreBytes: number | null
}

/** A whole file or folder that stands for itself in findings: a damaged copy, a snapshot. */
export type NotableEntry = Usage & {
  readonly kind: 'damaged-copy' | 'zeroed-copy' | 'state-snapshot' | 'backup'
  readonly name: string
  readonly modifiedMs: number
}
