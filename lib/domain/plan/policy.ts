/**
 * What a person wants gone, already parsed: every age is explicit, null means no limit of that kind. A policy only
 * ever narrows; the guards of the planners narrow further and can never be switched off.
 */
import type { Disposition } from './action.ts'

type Selection = {
  /** Chosen by hand; null: by the other words of the policy. */
  readonly ids: readonly string[] | null
}

/** `sources` and `cronJobs` are joined: a session passes by either; both null means every source. */
type Whose = {
  readonly sources: readonly string[] | null
  readonly cronJobs: readonly string[] | null
}

export type PruneSessions = Selection &
  Whose & {
    readonly action: 'prune-sessions'
    /** Since the last activity of the newest part of its conversation. */
    readonly olderThanDays: number
    /** Of each source, and of each cron job apart. */
    readonly keepNewest: number | null
    readonly includeShelved: boolean
    readonly minBytes: number | null
    readonly minMessages: number | null
  }

export type PruneFiles = Whose & {
  readonly action: 'prune-files'
  /** By the file's own date. */
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
    /** Silence longer than this, on top of the threshold of each source. */
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

/** One plan may hold several steps; each item belongs to the first step that acts on it. */
export type PlanRequest = { readonly steps: readonly Policy[]; readonly disposition: Disposition }
