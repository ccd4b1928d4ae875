/**
 * The timing of every signal. A signal opens after it was above its upper threshold for `warnMs` or
 * `criticalMs`, where a dip above the lower threshold does not interrupt it, and clears after `clearMs` below
 * the lower threshold. All times are watched time. Thresholds are in the rules.
 */
import { MINUTE_MS, SECOND_MS } from '../../../shared/time.ts'
import { INCIDENT_KINDS, type IncidentKind } from '../incidents/incident.ts'

export type SignalTiming = {
  readonly kind: IncidentKind
  readonly warnMs: number
  readonly criticalMs: number
  readonly clearMs: number
}

const timing = (kind: IncidentKind, warnMs: number, criticalMs: number, clearMs: number): SignalTiming => ({
  kind,
  warnMs,
  criticalMs,
  clearMs,
})

const IMMEDIATELY = 0
/** Three samples: a WAL reset or a rename is over by then. */
const THREE_SAMPLES = 10 * SECOND_MS

export const SIGNALS = {
  // One large call fills a one-minute window for a minute, so two minutes are more than one call.
  'runaway/tokens': timing('runaway-session', 2 * MINUTE_MS, 2 * MINUTE_MS, 2 * MINUTE_MS),
  // Their windows already include a delay: thirty seconds with three active samples, or ten repeats.
  'runaway/messages': timing('runaway-session', IMMEDIATELY, IMMEDIATELY, 2 * MINUTE_MS),
  'runaway/repeats': timing('runaway-session', IMMEDIATELY, IMMEDIATELY, 2 * MINUTE_MS),
  'runaway/iterations': timing('runaway-session', IMMEDIATELY, IMMEDIATELY, 2 * MINUTE_MS),
  // Counts are facts. A session that continues within two hours is the same one (SIZE_KEPT_MS).
  'limits/size': timing('session-over-limits', IMMEDIATELY, IMMEDIATELY, 5 * MINUTE_MS),
  'limits/iterations': timing('session-over-limits', IMMEDIATELY, IMMEDIATELY, 5 * MINUTE_MS),
  'burn/minute': timing('burn-over-budget', 2 * MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS),
  // A sum over an hour or a day does not jitter.
  'burn/hour': timing('burn-over-budget', IMMEDIATELY, IMMEDIATELY, 10 * MINUTE_MS),
  'burn/day': timing('burn-over-budget', IMMEDIATELY, IMMEDIATELY, 10 * MINUTE_MS),
  'burn/usd': timing('burn-over-budget', IMMEDIATELY, IMMEDIATELY, 10 * MINUTE_MS),
  // A backup returns its space after twenty minutes. A disk that fills does not.
  'disk/hour': timing('disk-filling', 15 * MINUTE_MS, 5 * MINUTE_MS, 10 * MINUTE_MS),
  'disk/sprint': timing('disk-filling', 3 * MINUTE_MS, 3 * MINUTE_MS, 10 * MINUTE_MS),
  'disk/full': timing('disk-filling', IMMEDIATELY, IMMEDIATELY, 5 * MINUTE_MS),
  'inodes/hour': timing('inodes-filling', 15 * MINUTE_MS, 5 * MINUTE_MS, 10 * MINUTE_MS),
  'inodes/sprint': timing('inodes-filling', 3 * MINUTE_MS, 3 * MINUTE_MS, 10 * MINUTE_MS),
  'inodes/full': timing('inodes-filling', IMMEDIATELY, IMMEDIATELY, 5 * MINUTE_MS),
  // The rule counts the minutes without a row. One row proves that writing works.
  'writes/stalled': timing('writes-stalled', IMMEDIATELY, IMMEDIATELY, MINUTE_MS),
  'rows/turns': timing('newest-row-frozen', IMMEDIATELY, IMMEDIATELY, MINUTE_MS),
  'rows/counters': timing('newest-row-frozen', IMMEDIATELY, IMMEDIATELY, MINUTE_MS),
  // A busy minute grows the WAL, and the next reset shrinks it.
  'wal/growing': timing('wal-growing', 5 * MINUTE_MS, 5 * MINUTE_MS, 5 * MINUTE_MS),
  // The rule has already watched it for 15 minutes.
  'wal/held': timing('wal-growing', IMMEDIATELY, IMMEDIATELY, 5 * MINUTE_MS),
  // The rule remembers a replacement for 15 minutes.
  'database/replaced': timing('database-replaced', IMMEDIATELY, IMMEDIATELY, MINUTE_MS),
  'database/estranged': timing('database-replaced', THREE_SAMPLES, THREE_SAMPLES, MINUTE_MS),
  'database/malformed': timing('database-malformed', THREE_SAMPLES, THREE_SAMPLES, MINUTE_MS),
  // Hermes waits up to twenty seconds for its own lock, and its long writes take up to a minute.
  'database/locked': timing('database-locked', 30 * SECOND_MS, 2 * MINUTE_MS, MINUTE_MS),
  'database/gone': timing('database-gone', THREE_SAMPLES, THREE_SAMPLES, MINUTE_MS),
  'database/unreadable': timing('database-gone', MINUTE_MS, 5 * MINUTE_MS, MINUTE_MS),
  // The last process to close unlinks the WAL while others still release it.
  'holders/deleted': timing('deleted-inode-held', 15 * SECOND_MS, 15 * SECOND_MS, MINUTE_MS),
  // The following come from the heavy sample every 15 minutes, over windows of an hour and more.
  'leaks/rising': timing('leak-rate-rising', IMMEDIATELY, IMMEDIATELY, MINUTE_MS),
  'cron/flood': timing('cron-flood', IMMEDIATELY, IMMEDIATELY, 5 * MINUTE_MS),
  'flush/due': timing('flush-storm-due', IMMEDIATELY, IMMEDIATELY, MINUTE_MS),
  'packs/growing': timing('temporary-packs-growing', IMMEDIATELY, IMMEDIATELY, MINUTE_MS),
  'logs/growing': timing('logs-growing', IMMEDIATELY, IMMEDIATELY, MINUTE_MS),
} as const

export type Signal = keyof typeof SIGNALS

export const SIGNAL_NAMES = Object.keys(SIGNALS) as Signal[]

/** How long a kind must be quiet before it closes: the longest of its signals. */
export const clearingMs = (kind: IncidentKind): number => CLEARING_MS[kind]

const CLEARING_MS = Object.fromEntries(
  INCIDENT_KINDS.map((kind) => [
    kind,
    Math.max(...SIGNAL_NAMES.map((signal) => (SIGNALS[signal].kind === kind ? SIGNALS[signal].clearMs : 0))),
  ]),
) as Record<IncidentKind, number>
