/**
 * The database as pages and scripts get it: the JSON of `GET /api/v1/homes/{home}/database`. Null is unknown,
 * times are ISO 8601 UTC. What was counted object by object carries its own age.
 */

import type { FtsLayout } from '../home/home.ts'
import type { Refusal } from '../home/refusals.ts'
import type { DatabaseCountProgress, ObjectKind } from './database-count.ts'

export type DatabaseView = {
  readonly seenAt: string | null
  /** Why nothing below could be read; null when it could. */
  readonly fault: { readonly code: string; readonly title: string; readonly detail: string } | null
  /** The size of one page. */
  readonly pageBytes: number | null
  /** All pages: used and free. */
  readonly fileBytes: number | null
  readonly usedBytes: number | null
  readonly freeBytes: number | null
  readonly walBytes: number | null
  readonly journalMode: string | null
  readonly schema: number | null
  readonly count: CountView
  /** Everything that takes pages, largest first; null until the first count. */
  readonly tables: readonly TableView[] | null
  /** The same added up by kind, largest first; an object nobody could measure is in none. */
  readonly kinds: readonly KindView[] | null
  readonly ftsBytes: number | null
  /** Of the used bytes at the time of the count. */
  readonly ftsShare: number | null
  readonly search: SearchView | null
  readonly wal: WalView | null
  /** Null: nobody can say who holds the file. */
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
  /** Something was written since; the figures are of the moment they were counted. */
  readonly changedSince: boolean
  readonly progress: DatabaseCountProgress | null
  /** Bytes of objects too large to be read beside a running Hermes, as what the others leave. */
  readonly unmeasuredBytes: number | null
  readonly fault: { readonly code: string; readonly message: string } | null
}

export type TableView = {
  readonly name: string
  readonly kind: ObjectKind
  readonly of: string | null
  readonly bytes: number | null
  /** False: not read but what all others leave of the file. */
  readonly measured: boolean
  readonly share: number | null
  readonly rows: number | null
  readonly unusedBytes: number | null
}

export type KindView = {
  readonly kind: ObjectKind
  readonly objects: number
  readonly bytes: number
  /** Of the used bytes at the time of the count. */
  readonly share: number | null
}

export type SearchVerdict =
  | 'sound'
  | 'damaged'
  | 'rebuilding'
  | 'stale'
  | 'counts-differ'
  | 'suspect'
  | 'unknown'

export type SearchView = {
  readonly layout: FtsLayout
  readonly storageVersion: number | null
  readonly stale: boolean
  readonly optimiseOffered: boolean
  readonly rebuild: { readonly done: number; readonly upTo: number; readonly share: number } | null
  /** Null until the first count. */
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
  /** To which Hermes cuts it back by itself; null where this version sets none, or nobody knows. */
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
  /** Null until the first count, and where this home books no usage per model. */
  readonly usage: { readonly sessions: number; readonly rows: number; readonly complete: boolean } | null
}

export type FileView = {
  /** dev:ino; another one later means the file was replaced. */
  readonly identity: string
  /** Hermes' own mark of this file, in its newest versions. */
  readonly generation: string | null
  /** Hermes halts for good when the file is replaced under it. */
  readonly guarded: boolean
  /** A file system that another machine keeps; false for a local one, null where nobody can say. */
  readonly networkFileSystem: string | false | null
  /** Folders in which a replication tool keeps its place. */
  readonly replicas: readonly string[]
  readonly lastVacuumAt: string | null
}

export type CompactionView = {
  /** What is certain: the free pages. */
  readonly gainBytes: number | null
  /** With the unused room inside pages, which a rewrite mostly gives back; null until counted. */
  readonly gainUpToBytes: number | null
  /** Always null: what merging the full-text index would give cannot be measured by reading. */
  readonly searchGainBytes: null
  /** Free space it needs on the disk at its height. */
  readonly needsBytes: number | null
  readonly safeNow: boolean
  readonly refusals: readonly Refusal[]
}

/** What Hermes noted about its full-text index and its file. */
export type SearchNotes = {
  readonly storageVersion: number | null
  readonly optimiseOffered: boolean
  readonly stale: boolean
  readonly cjkStale: boolean
  /** Messages up to `done` are indexed, those up to `upTo` are to be. */
  readonly rebuilds: readonly { readonly name: string; readonly done: number; readonly upTo: number }[]
  readonly generation: string | null
  readonly lastVacuumMs: number | null
}

export type DatabaseEnvironment = {
  readonly networkFileSystem: string | false | null
  readonly replicas: readonly string[]
}
