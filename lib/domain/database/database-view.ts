/**
 * The JSON of `GET /api/v1/homes/{home}/database`. Null means unknown, times are ISO 8601 in UTC. Measured
 * objects carry their own age.
 */

import type { FtsLayout } from '../home/home.ts'
import type { Refusal } from '../home/refusals.ts'
import type { DatabaseCountProgress, ObjectKind } from './database-count.ts'

export type DatabaseView = {
  readonly seenAt: string | null
  /** Why nothing below could be read; null if it could. */
  readonly fault: { readonly code: string; readonly title: string; readonly detail: string } | null
  readonly pageBytes: number | null
  /** Used and free pages together. */
  readonly fileBytes: number | null
  readonly usedBytes: number | null
  readonly freeBytes: number | null
  readonly walBytes: number | null
  readonly journalMode: string | null
  readonly schema: number | null
  readonly count: CountView
  /** Everything that takes pages, largest first; null until the first measurement. */
  readonly tables: readonly TableView[] | null
  /** The same by kind, largest first. Objects that could not be measured are left out. */
  readonly kinds: readonly KindView[] | null
  readonly ftsBytes: number | null
  /** Of the used bytes at the time of the measurement. */
  readonly ftsShare: number | null
  readonly search: SearchView | null
  readonly wal: WalView | null
  /** Null if the holders are unknown. */
  readonly holders: readonly HolderView[] | null
  readonly gateway: { readonly running: boolean | null; readonly servedBy: string | null }
  readonly orphans: OrphansView
  readonly file: FileView | null
  readonly compaction: CompactionView
}

export type CountView = {
  readonly state: 'idle' | 'waiting' | 'counting'
  readonly countedAt: string | null
  readonly ageSeconds: number | null
  readonly tookMs: number | null
  /** Hermes has written since, so the numbers may be outdated. */
  readonly changedSince: boolean
  readonly progress: DatabaseCountProgress | null
  /** Bytes of objects that were too large to read: the remainder of the others. */
  readonly unmeasuredBytes: number | null
  readonly fault: { readonly code: string; readonly message: string } | null
}

export type TableView = {
  readonly name: string
  readonly kind: ObjectKind
  readonly of: string | null
  readonly bytes: number | null
  /** False if not read but computed as the remainder of the file. */
  readonly measured: boolean
  readonly share: number | null
  readonly rows: number | null
  readonly unusedBytes: number | null
}

export type KindView = {
  readonly kind: ObjectKind
  readonly objects: number
  readonly bytes: number
  /** Of the used bytes at the time of the measurement. */
  readonly share: number | null
}

export type SearchVerdict =
  | 'sound'
  | 'damaged'
  | 'rebuilding'
  | 'stale'
  | 'counts-differ'
  | 'suspect'
  | 'other-sqlite'
  | 'unknown'

export type SearchView = {
  readonly layout: FtsLayout
  readonly storageVersion: number | null
  readonly stale: boolean
  readonly optimiseOffered: boolean
  readonly rebuild: { readonly done: number; readonly upTo: number; readonly share: number } | null
  /** Null until the first measurement. */
  readonly indexes: readonly SearchIndexView[] | null
}

export type SearchIndexView = {
  readonly name: string
  readonly bytes: number | null
  readonly entries: number | null
  readonly expected: number | null
  readonly verdict: SearchVerdict
  readonly message: string
}

type WalState = 'unused' | 'empty' | 'ordinary' | 'left-behind' | 'large' | 'lost'

export type WalView = {
  readonly state: WalState
  readonly matters: boolean
  /** The size to which Hermes truncates it; null if this version has no limit, or it is unknown. */
  readonly limitBytes: number | null
  readonly message: string
}

export type HolderView = {
  readonly pid: number
  readonly command: string
  readonly startedAt: string | null
  readonly ageSeconds: number | null
  readonly deletedInode: boolean | null
  readonly self: boolean
}

export type OrphansView = {
  /** Messages whose session has no row; null until all are counted. */
  readonly messages: { readonly sessions: number; readonly rows: number; readonly bytes: number } | null
  /** Null until the first measurement, or if this home records no usage per model. */
  readonly usage: { readonly sessions: number; readonly rows: number; readonly complete: boolean } | null
}

export type FileView = {
  /** dev:ino. A different one later means that the file was replaced. */
  readonly identity: string
  /** Hermes' own generation id of this file, in recent versions. */
  readonly generation: string | null
  /** Hermes stops if the file is replaced while it runs. */
  readonly guarded: boolean
  /** The network file system; false if local, null if unknown. */
  readonly networkFileSystem: string | false | null
  /** Folders in which a replication tool keeps its position. */
  readonly replicas: readonly string[]
  readonly lastVacuumAt: string | null
}

export type CompactionView = {
  /** Certain: the free pages. */
  readonly gainBytes: number | null
  /** Including unused space inside pages, most of which a rewrite frees; null until measured. */
  readonly gainUpToBytes: number | null
  /** Always null: what merging the full-text index would free cannot be measured by reading. */
  readonly searchGainBytes: null
  /** Free disk space it needs at most. */
  readonly needsBytes: number | null
  readonly safeNow: boolean
  readonly refusals: readonly Refusal[]
}

/** What Hermes recorded about its full-text index and its file. */
export type SearchNotes = {
  readonly storageVersion: number | null
  readonly optimiseOffered: boolean
  readonly stale: boolean
  readonly cjkStale: boolean
  /** Messages up to `done` are indexed, those up to `upTo` will be. */
  readonly rebuilds: readonly { readonly name: string; readonly done: number; readonly upTo: number }[]
  readonly generation: string | null
  readonly lastVacuumMs: number | null
}

export type DatabaseEnvironment = {
  readonly networkFileSystem: string | false | null
  readonly replicas: readonly string[]
}
