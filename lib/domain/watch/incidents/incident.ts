/** An incident is something an operator should see now. It opens, may get worse, and closes automatically. */

export const INCIDENT_KINDS = [
  'runaway-session',
  'session-over-limits',
  'burn-over-budget',
  'disk-filling',
  'inodes-filling',
  'writes-stalled',
  'newest-row-frozen',
  'wal-growing',
  'database-replaced',
  'database-malformed',
  'database-locked',
  'database-gone',
  'deleted-inode-held',
  'leak-rate-rising',
  'cron-flood',
  'flush-storm-due',
  'temporary-packs-growing',
  'logs-growing',
] as const

export type IncidentKind = (typeof INCIDENT_KINDS)[number]

/** `warn`: building up. `critical`: happening now. */
export type IncidentLevel = 'warn' | 'critical'

/** What a rule detects in one sample, with the text and numbers that show it. */
export type Detection = {
  readonly kind: IncidentKind
  /** What it is about: a session's or job's id, or empty for the home as a whole. */
  readonly subject: string
  readonly level: IncidentLevel
  /** "inbox-triage is looping" */
  readonly title: string
  /** The rule as text: "over 50 K tokens a minute for 2 minutes" */
  readonly rule: string
  /** The evidence in one line, with its numbers. */
  readonly evidence: string
  /** The value for the evidence chart, if any. */
  readonly value: number | null
  readonly unit: 'tokens/min' | 'messages' | 'bytes' | 'seconds' | 'count' | 'usd' | 'hours' | null
  readonly limit: number | null
  /** The highest level that has not cleared yet. Defaults to `level`. */
  readonly holdsAt?: IncidentLevel
  /**
   * Keeps open incidents and opens none: between its two thresholds, quiet for too short a time, or unknown.
   * `level` is the highest level it keeps. With an empty subject it keeps every incident of its kind.
   */
  readonly keepsOnly?: true
}

export type TimelineEntry = {
  readonly atMs: number
  readonly kind:
    | 'opened'
    | 'escalated'
    | 'eased'
    | 'evidence'
    | 'notified'
    | 'acknowledged'
    | 'acted'
    | 'closed'
  readonly words: string
}

export type Incident = {
  readonly id: string
  readonly homeId: string
  readonly kind: IncidentKind
  readonly subject: string
  readonly level: IncidentLevel
  readonly title: string
  readonly rule: string
  readonly openedMs: number
  readonly closedMs: number | null
  /** When the condition was last detected. */
  readonly lastSeenMs: number
  readonly acknowledged: { readonly atMs: number; readonly by: string; readonly note: string } | null
  readonly timeline: readonly TimelineEntry[]
  readonly unit: Detection['unit']
  readonly limit: number | null
  /** The value over time, thinned to at most 120 points. */
  readonly values: readonly { readonly atMs: number; readonly value: number }[]
}
