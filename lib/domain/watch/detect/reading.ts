/** What a rule reads off one look, before anybody is patient with it. */
import type { Detection, IncidentKind, IncidentLevel } from '../incidents/incident.ts'
import type { LightSample } from '../light-sample.ts'
import type { WatchLimits } from '../limits/limits.ts'
import type { SessionTracks } from './session-tracks.ts'
import type { Signal } from './signals.ts'
import type { Moment } from './watch-time.ts'

export type Words = Pick<Detection, 'title' | 'rule' | 'evidence'>

export type Reading = Pick<Detection, 'subject' | 'value' | 'unit' | 'limit'> & {
  readonly signal: Signal
  /** The level whose upper mark is passed; null: none. */
  readonly reached: IncidentLevel | null
  /** The level whose lower mark is not yet passed; null: the signal lets go. */
  readonly held: IncidentLevel | null
  /** Asked only when somebody will read them. */
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
  /** What is open of this kind stays open, and nothing opens. */
  readonly unknown: (kind: IncidentKind) => void
}

export type Rule = (sight: RuleInput, report: RuleReport) => void

const RANK = { warn: 1, critical: 2 } as const

export const rankOf = (level: IncidentLevel | null): number => (level === null ? 0 : RANK[level])

export const higher = (a: IncidentLevel | null, b: IncidentLevel | null): IncidentLevel | null =>
  rankOf(a) >= rankOf(b) ? a : b

/** Numbers of homes are not to be trusted: what is none counts as nothing. */
export const positive = (value: number | null | undefined): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0

/** The level for a number that is worse the larger it is. */
export const levelFrom = (value: number, warn: number, critical: number): IncidentLevel | null =>
  value >= critical ? 'critical' : value >= warn ? 'warn' : null
