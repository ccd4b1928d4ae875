/** What a rule reads from one sample, before hysteresis. */
import type { Detection, IncidentKind, IncidentLevel } from '../incidents/incident.ts'
import type { LightSample } from '../light-sample.ts'
import type { WatchLimits } from '../limits/limits.ts'
import type { SessionTracks } from './session-tracks.ts'
import type { Signal } from './signals.ts'
import type { Moment } from './watch-time.ts'

export type Words = Pick<Detection, 'title' | 'rule' | 'evidence'>

export type Reading = Pick<Detection, 'subject' | 'value' | 'unit' | 'limit'> & {
  readonly signal: Signal
  /** The level whose upper threshold is exceeded. */
  readonly reached: IncidentLevel | null
  /** The level whose lower threshold is still exceeded. Null lets the signal clear. */
  readonly held: IncidentLevel | null
  /** Only called if the text is shown. */
  readonly words: () => Words
}

export type RuleInput = {
  readonly sample: LightSample
  readonly limits: WatchLimits
  readonly now: Moment
  readonly tracks: SessionTracks
}

export type RuleReport = {
  readonly read: (reading: Reading) => void
  /** Open incidents of this kind stay open, and none is opened. */
  readonly unknown: (kind: IncidentKind) => void
}

export type Rule = (sight: RuleInput, report: RuleReport) => void

const RANK = { warn: 1, critical: 2 } as const

export const rankOf = (level: IncidentLevel | null): number => (level === null ? 0 : RANK[level])

export const higher = (a: IncidentLevel | null, b: IncidentLevel | null): IncidentLevel | null =>
  rankOf(a) >= rankOf(b) ? a : b

/** Values from a home may be invalid. Anything that is not a positive number counts as 0. */
export const positive = (value: number | null | undefined): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0

/** The level of a value that gets worse as it grows. */
export const levelFrom = (value: number, warn: number, critical: number): IncidentLevel | null =>
  value >= critical ? 'critical' : value >= warn ? 'warn' : null
