/** An incident is something an operator should see now: it opens, may get worse, and closes by itself. */

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

/** `warn`: building up; `critical`: acting now. */
export type IncidentLevel = 'warn' | 'critical'

/** What a rule sees at one look: a condition that holds, with the words and numbers that show it. */
export type Detection = {
  readonly kind: IncidentKind
  /** What it is about within the home: a session's id, a job's; empty for the home as a whole. */
  readonly subject: string
  readonly level: IncidentLevel
  /** "inbox-triage is looping" */
  readonly title: string
  /** The rule in words: "over 50 K tokens a minute for 2 minutes" */
  readonly rule: string
  /** The evidence in one line, with its numbers, as of this look. */
  readonly evidence: string
  /** The number the rule looks at, for the evidence chart; null where there is none. */
  readonly value: number | null
  readonly unit: 'tokens/min' | 'messages' | 'bytes' | 'seconds' | 'count' | 'usd' | 'hours' | null
  readonly limit: number | null
  /** The highest level this look does not let go of yet; absent: `level`. */
  readonly holdsAt?: IncidentLevel
  /**
   * Keeps what is open and opens nothing: between its two marks, quiet for too short a time, or not to be told at this
   * look. `level` then is the highest it keeps; with an empty subject it keeps every incident of its kind.
   */
  readonly keepsOnly?: true
}

export type TimelineEntry = {
  readonly atMs: number
  readonly kind: 'opened' | 'escalated' | 'eased' | 'evidence' | 'told' | 'acknowledged' | 'acted' | 'closed'
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
  /** When the condition was last seen to hold. */
  readonly lastSeenMs: number
  readonly acknowledged: { readonly atMs: number; readonly by: string; readonly note: string } | null
  readonly timeline: readonly TimelineEntry[]
  readonly unit: Detection['unit']
  readonly limit: number | null
  /** The value over time while it was open, thinned to at most 120 points. */
  readonly values: readonly { readonly atMs: number; readonly value: number }[]
}
