/**
 * How patient every sign is, in one place. A sign opens after it was over its mark for `warnMs` or `criticalMs` on end
 * (a dip that stays above its lower mark does not break that), and lets go after it was below the lower mark for
 * `clearMs`. All of it is watched time. The marks themselves stand with the rules that read them.
 */
import { MINUTE_MS, SECOND_MS } from '../../../shared/time.ts'
import { INCIDENT_KINDS, type IncidentKind } from '../incidents/incident.ts'

export type Patience = {
  readonly kind: IncidentKind
  readonly warnMs: number
  readonly criticalMs: number
  readonly clearMs: number
}

const patience = (kind: IncidentKind, warnMs: number, criticalMs: number, clearMs: number): Patience => ({
  kind,
  warnMs,
  criticalMs,
  clearMs,
})

const AT_ONCE = 0
/** Three looks: a log being reset or a file being renamed is over by then. */
const THREE_SAMPLES = 10 * SECOND_MS

export const SIGNS = {
  // One large call fills a minute's window for a minute; two minutes are more than one call.
  'runaway/tokens': patience('runaway-session', 2 * MINUTE_MS, 2 * MINUTE_MS, 2 * MINUTE_MS),
  // Their windows are patient already: thirty seconds with three looks that saw messages, ten repeats on end.
  'runaway/messages': patience('runaway-session', AT_ONCE, AT_ONCE, 2 * MINUTE_MS),
  'runaway/repeats': patience('runaway-session', AT_ONCE, AT_ONCE, 2 * MINUTE_MS),
  'runaway/iterations': patience('runaway-session', AT_ONCE, AT_ONCE, 2 * MINUTE_MS),
  // Counts are facts. A chat that goes on within two hours is the same one (SIZE_KEPT_MS).
  'limits/size': patience('session-over-limits', AT_ONCE, AT_ONCE, 5 * MINUTE_MS),
  'limits/iterations': patience('session-over-limits', AT_ONCE, AT_ONCE, 5 * MINUTE_MS),
  'burn/minute': patience('burn-over-budget', 2 * MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS),
  // A sum over an hour or a day cannot jitter; a minute keeps the steps of its five-minute bins apart.
  'burn/hour': patience('burn-over-budget', AT_ONCE, AT_ONCE, 10 * MINUTE_MS),
  'burn/day': patience('burn-over-budget', AT_ONCE, AT_ONCE, 10 * MINUTE_MS),
  'burn/usd': patience('burn-over-budget', AT_ONCE, AT_ONCE, 10 * MINUTE_MS),
  // A backup eats for twenty minutes and gives back; a disk that fills goes on.
  'disk/hour': patience('disk-filling', 15 * MINUTE_MS, 5 * MINUTE_MS, 10 * MINUTE_MS),
  'disk/sprint': patience('disk-filling', 3 * MINUTE_MS, 3 * MINUTE_MS, 10 * MINUTE_MS),
  'disk/full': patience('disk-filling', AT_ONCE, AT_ONCE, 5 * MINUTE_MS),
  'inodes/hour': patience('inodes-filling', 15 * MINUTE_MS, 5 * MINUTE_MS, 10 * MINUTE_MS),
  'inodes/sprint': patience('inodes-filling', 3 * MINUTE_MS, 3 * MINUTE_MS, 10 * MINUTE_MS),
  'inodes/full': patience('inodes-filling', AT_ONCE, AT_ONCE, 5 * MINUTE_MS),
  // The minutes without a row are counted by the rule; one row proves that writing works.
  'writes/stalled': patience('writes-stalled', AT_ONCE, AT_ONCE, MINUTE_MS),
  'rows/turns': patience('newest-row-frozen', AT_ONCE, AT_ONCE, MINUTE_MS),
  'rows/counters': patience('newest-row-frozen', AT_ONCE, AT_ONCE, MINUTE_MS),
  // A busy minute swells the log and the next reset takes it back.
  'wal/growing': patience('wal-growing', 5 * MINUTE_MS, 5 * MINUTE_MS, 5 * MINUTE_MS),
  // The rule has watched it for a quarter of an hour already.
  'wal/held': patience('wal-growing', AT_ONCE, AT_ONCE, 5 * MINUTE_MS),
  // The rule itself keeps a replacement in mind for a quarter of an hour.
  'database/replaced': patience('database-replaced', AT_ONCE, AT_ONCE, MINUTE_MS),
  'database/estranged': patience('database-replaced', THREE_SAMPLES, THREE_SAMPLES, MINUTE_MS),
  'database/malformed': patience('database-malformed', THREE_SAMPLES, THREE_SAMPLES, MINUTE_MS),
  // Hermes itself waits up to twenty seconds for its own lock; its long writers take up to a minute.
  'database/locked': patience('database-locked', 30 * SECOND_MS, 2 * MINUTE_MS, MINUTE_MS),
  'database/gone': patience('database-gone', THREE_SAMPLES, THREE_SAMPLES, MINUTE_MS),
  'database/unreadable': patience('database-gone', MINUTE_MS, 5 * MINUTE_MS, MINUTE_MS),
  // The last process to close unlinks the log while others still let go of it.
  'holders/deleted': patience('deleted-inode-held', 15 * SECOND_MS, 15 * SECOND_MS, MINUTE_MS),
  // What follows comes with the heavy look every quarter of an hour, over windows of an hour and more.
  'leaks/rising': patience('leak-rate-rising', AT_ONCE, AT_ONCE, MINUTE_MS),
  'cron/flood': patience('cron-flood', AT_ONCE, AT_ONCE, 5 * MINUTE_MS),
  'flush/due': patience('flush-storm-due', AT_ONCE, AT_ONCE, MINUTE_MS),
  'packs/growing': patience('temporary-packs-growing', AT_ONCE, AT_ONCE, MINUTE_MS),
  'logs/growing': patience('logs-growing', AT_ONCE, AT_ONCE, MINUTE_MS),
} as const

export type Sign = keyof typeof SIGNS

export const SIGN_NAMES = Object.keys(SIGNS) as Sign[]

/** How long a kind must be quiet before it closes: that of its most patient sign. */
export const clearingMs = (kind: IncidentKind): number => CLEARING_MS[kind]

const CLEARING_MS = Object.fromEntries(
  INCIDENT_KINDS.map((kind) => [
    kind,
    Math.max(...SIGN_NAMES.map((sign) => (SIGNS[sign].kind === kind ? SIGNS[sign].clearMs : 0))),
  ]),
) as Record<IncidentKind, number>
