/**
 * A parsed cleanup policy. Every age is explicit, and null means no limit. A policy only narrows the
 * selection. The planners' guards narrow it further and cannot be switched off.
 */
import type { Disposition } from './action.ts'

type Selection = {
  /** Selected by hand. Null: selected by the rest of the policy. */
  readonly ids: readonly string[] | null
}

/** A session passes by either `sources` or `cronJobs`. Both null means every source. */
type Whose = {
  readonly sources: readonly string[] | null
  readonly cronJobs: readonly string[] | null
}

export type PruneSessions = Selection &
  Whose & {
    readonly action: 'prune-sessions'
    /** Since the last activity of the newest part of its conversation. */
    readonly olderThanDays: number
    /** Of each source, and separately of each cron job. */
    readonly keepNewest: number | null
    readonly includeShelved: boolean
    readonly minBytes: number | null
    readonly minMessages: number | null
  }

export type PruneFiles = Whose & {
  readonly action: 'prune-files'
  /** By the file's mtime. */
  readonly olderThanDays: number
  readonly kinds: readonly ('transcript' | 'request-dump')[]
  readonly minBytes: number | null
}

export type OrphanFiles = {
  readonly action: 'orphan-files'
  readonly olderThanDays: number
}

export type CloseLeaked = Selection &
  Whose & {
    readonly action: 'close-leaked'
    /** Minimum silence. The threshold of each source applies as well. */
    readonly olderThanDays: number
  }

export type Checkpoints = Selection & {
  readonly action: 'checkpoints'
  readonly states: readonly ('orphan' | 'stale')[]
  readonly olderThanDays: number
  readonly temporaryPacks: boolean
}

export type GatewayEntries = {
  readonly action: 'gateway-entries'
  readonly states: readonly ('expired' | 'dangling')[]
  readonly olderThanDays: number
}

export type CronOutput = {
  readonly action: 'cron-output'
  readonly cronJobs: readonly string[] | null
  readonly keepNewest: number
  readonly olderThanDays: number
  /** Folders of jobs that no longer exist. */
  readonly deadJobs: boolean
}

type CompactDatabase = { readonly action: 'compact-database' }

export type Policy =
  | PruneSessions
  | PruneFiles
  | OrphanFiles
  | CloseLeaked
  | Checkpoints
  | GatewayEntries
  | CronOutput
  | CompactDatabase

/** A plan may have several steps. Each item belongs to the first step that acts on it. */
export type PlanRequest = { readonly steps: readonly Policy[]; readonly disposition: Disposition }
