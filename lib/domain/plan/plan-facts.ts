/**
 * The input of the planners: the assessed home, the time, and fingerprints of items. Fingerprints are read
 * after the home was assessed, so each planner compares the two.
 */
import type { GitHazard } from '../checkpoints/git-hazard.ts'
import type { CompactionView } from '../database/database-view.ts'
import type { TrigramFault } from '../database/trigrams.ts'
import type { AssessedHome } from '../home/assessed-home.ts'
import type { Refusal } from '../home/refusals.ts'
import type { FileFingerprint, FolderTarget, InnerPath, ProjectTarget, SessionFingerprint } from './target.ts'

export type PlanFacts = {
  readonly home: AssessedHome
  readonly nowMs: number
  readonly fingerprints: Fingerprints
  /** Why Steward would not write to this home. */
  readonly refusals: readonly Refusal[]
  /** Why deleting its messages would damage the search index. */
  readonly trigramFault: (sessionId: string) => TrigramFault | null
  /** Null unless the plan includes a compaction. */
  readonly compaction: CompactionView | null
}

/** Each returns null for an item that is gone, unreadable or of an unexpected type. */
export type Fingerprints = {
  readonly session: (id: string) => SessionSeen | null
  /** Bytes of a session's largest message. Null if it cannot be read. */
  readonly largestMessage: (sessionId: string) => number | null
  readonly file: (path: InnerPath) => FileSeen | null
  readonly folder: (path: InnerPath) => FolderSeen | null
  readonly project: (id: string) => ProjectTarget | null
  /** Why no git runs on a checkpoint repository. Null also if there is none. */
  readonly gitHazard: (repository: InnerPath) => GitHazard | null
  /** How many messages of a `.jsonl` the rows of this session lack. A file without a session has no rows. */
  readonly messagesWithoutRow: (path: InnerPath, sessionId: string | null) => number | null
  readonly cronFolders: () => readonly CronFolder[] | null
  /** Half-written packs of the shared store and of single repositories. */
  readonly temporaryPacks: () => readonly FileSeen[]
}

export type SessionSeen = {
  readonly fingerprint: SessionFingerprint
  /** Of its newest message with a plausible time. */
  readonly newestMessageMs: number | null
}

export type FileSeen = { readonly fingerprint: FileFingerprint; readonly modifiedMs: number }

export type FolderSeen = {
  readonly fingerprint: FolderTarget
  readonly bytes: number
  readonly apparentBytes: number
  readonly newestMs: number
}

/** One folder of `cron/output`. */
export type CronFolder = {
  readonly jobId: string
  readonly outputs: readonly FileSeen[]
  /** Left behind by an interrupted run. */
  readonly temporary: readonly FileSeen[]
  /** How many other entries the folder has. They are never touched, so the folder is not either. */
  readonly others: number
}
