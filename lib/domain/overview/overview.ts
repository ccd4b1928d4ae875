/**
 * The overview model shared by pages and scripts, so that their numbers cannot differ. It is the JSON of
 * `GET /api/v1/homes/{home}/overview`. Null is unknown, times are ISO 8601 UTC.
 */

import type { Action } from '../plan/action.ts'
import type { StorageClass } from '../storage/storage.ts'
import type { AgeLabel } from './age.ts'

export type AgeCount = { readonly label: AgeLabel; readonly count: number; readonly cron: number }
type Share = { readonly count: number; readonly share: number | null }

export type Overview = {
  readonly seenAt: string
  readonly demo: boolean
  readonly sessions: SessionsOverview | null
  readonly files: FilesOverview | null
  readonly disk: DiskOverview
  readonly tokens: TokensOverview | null
  readonly cronJobs: readonly CronJobOverview[] | null
  readonly burn: BurnOverview
  readonly findings: readonly Finding[]
  /** Notices about data that could not be read. The numbers that depend on it are null. */
  readonly notices: readonly Notice[]
}

export type SessionsOverview = {
  readonly total: number
  readonly open: number
  readonly leaked: number
  readonly live: number
  readonly bySource: Readonly<Record<string, number>>
  /** Rows without an end have the key "null". */
  readonly byEndReason: Readonly<Record<string, number>>
  readonly ageBuckets: readonly AgeCount[]
  readonly cron: Share
  readonly leaks: LeaksOverview
}

export type LeaksOverview = {
  /** Sources with leaks, most first. `sessions` counts all sessions of the source. */
  readonly bySource: readonly (LeakCount & { readonly source: string })[]
  /** Twelve weeks by their Monday (UTC), current week first: sessions started then, and how many leaked. */
  readonly byWeek: readonly (LeakCount & { readonly week: string })[]
  readonly earlier: LeakCount
}

type LeakCount = { readonly sessions: number; readonly leaked: number }

export type FilesOverview = {
  readonly transcripts: FileFigures & { readonly ageBuckets: readonly AgeCount[]; readonly cron: Share }
  readonly requestDumps: FileFigures
  /** Transcripts and request dumps whose session has no row. Null while the rows are unknown. */
  readonly orphans: { readonly count: number; readonly bytes: number } | null
  /** When the folder was listed. */
  readonly countedAt: string | null
}

export type FileFigures = { readonly count: number; readonly bytes: number; readonly apparentBytes: number }

export type DiskOverview = {
  readonly totalBytes: number | null
  readonly freeBytes: number | null
  readonly homeBytes: number | null
  readonly apparentBytes: number | null
  readonly reclaimableBytes: number | null
  readonly classes: readonly ClassOverview[]
  readonly growthBytesPerDay: number | null
  readonly daysToFull: number | null
  /** When the oldest figure here was counted. */
  readonly countedAt: string | null
  /** One point a day (finer over short ranges), oldest first. Measured points only. */
  readonly history: readonly DiskPoint[]
}

export type ClassOverview = {
  readonly id: StorageClass
  readonly bytes: number
  readonly apparentBytes: number
  readonly files: number
  readonly reclaimableBytes: number
  readonly growthBytesPerDay: number | null
}

export type DiskPoint = {
  readonly at: string
  readonly classes: Readonly<Partial<Record<StorageClass, number>>>
}

export type TokensOverview = {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
  readonly costUsd: number | null
  readonly byDay: readonly TokenDay[]
  /** Rows have no daily counts, so a session's tokens are assigned to the UTC day it started. */
  readonly attribution: 'session-start-day'
  /** Vision, titles, compression and the like. Hermes records them outside the session totals. */
  readonly auxiliary: {
    readonly input: number
    readonly output: number
    readonly cacheRead: number
    readonly cacheWrite: number
  } | null
}

export type TokenDay = {
  readonly day: string
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
}

export type CronJobOverview = {
  readonly id: string
  readonly name: string
  /** False: sessions or files name it, jobs.json does not. */
  readonly exists: boolean
  /** Null while the files, or below the rows, are unknown. */
  readonly transcripts: number | null
  readonly bytes: number | null
  readonly sessions: number | null
  /** Runs of the last seven days, by sessions, executions or outputs, divided by seven. */
  readonly runsPerDay: number | null
  readonly tokens7d: number | null
}

export type BurnOverview = {
  /** All four token kinds together over the last minute, as on Watch. Null until there are two samples. */
  readonly tokensPerMinute: number | null
  /** The same time yesterday. Null if there are no samples of it. */
  readonly yesterdayPerMinute: number | null
}

export type FindingCode =
  | 'orphan-checkpoints'
  | 'stale-checkpoints'
  | 'temporary-packs'
  | 'damaged-copies'
  | 'free-pages'
  | 'orphan-files'
  | 'old-sessions'
  | 'old-request-dumps'
  | 'leaked-sessions'
  | 'expired-routes'
  | 'dead-cron-output'

export type Finding = {
  readonly code: FindingCode
  readonly count: number
  readonly bytes: number
  /** The effect of acting on it: bytes at once, bytes after a compaction, or none by itself. */
  readonly frees: 'now' | 'after-compaction' | 'nothing-yet'
  /** Null: Steward only shows it and leaves the removal to the operator. */
  readonly action: Action | null
  readonly class: StorageClass
  readonly title: string
  readonly detail: string
  /** The largest items, as examples. */
  readonly examples: readonly {
    readonly label: string
    readonly bytes: number | null
    readonly at: string | null
  }[]
}

export type Notice = {
  readonly code: string
  readonly title: string
  readonly detail: string
  readonly level: 'warn' | 'info'
}
