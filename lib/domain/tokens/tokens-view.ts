/**
 * Tokens as pages and scripts get them: the JSON of `GET /api/v1/homes/{home}/tokens`. Each way of booking tokens
 * on days is a series of its own and says which it is; null is unknown.
 */

import type { BurnOverview } from '../overview/overview.ts'
import type { CostLine } from './cost-split.ts'
import type { PrunedView } from './pruned-usage.ts'
import type { TokenSums } from './token-sums.ts'

export const TOKEN_GROUPINGS = ['source', 'model', 'job'] as const
export type TokenGrouping = (typeof TOKEN_GROUPINGS)[number]

/**
 * `session-start-day`: a session's whole count on the UTC day it began. `measured`: what the counters rose by
 * between our own samples. `hermes-day`: Hermes' own daily table, in its local days.
 */
type TokenAttribution = 'session-start-day' | 'measured' | 'hermes-day'

export type TokensView = {
  readonly seenAt: string | null
  readonly fault: { readonly code: string; readonly title: string; readonly detail: string } | null
  /** UTC days, both included. */
  readonly range: { readonly from: string; readonly to: string; readonly days: number }
  readonly sentence: string
  /** Over all session rows there are, whatever the range. */
  readonly allTime: TokenTotals | null
  /** Sessions that began in the range. */
  readonly inRange: TokenTotals | null
  readonly booked: BookedSeries | null
  readonly measured: MeasuredSeries
  /** Null where Hermes keeps no such table. */
  readonly hermesDays: HermesSeries | null
  readonly breakdown: TokenBreakdown | null
  readonly auxiliary: AuxiliaryView | null
  /** Of sessions pruned since, apart from all sums above; null where our own memory cannot say. */
  readonly pruned: PrunedView | null
  readonly burn: BurnOverview
  readonly notices: readonly { readonly code: string; readonly message: string }[]
}

export type TokenTotals = TokenSums & {
  readonly sessions: number
  /** Of the figures there are; null where no session carries one. */
  readonly costUsd: number | null
  readonly costs: readonly CostLine[]
}

type Series<Attribution extends TokenAttribution, Day> = {
  readonly attribution: Attribution
  readonly explanation: string
  /** Oldest first. */
  readonly days: readonly Day[]
}

export type BookedDay = TokenSums & {
  readonly day: string
  readonly sessions: number
  readonly costUsd: number | null
}

export type BookedSeries = Series<'session-start-day', BookedDay>

export type MeasuredDay = {
  readonly day: string
  /** Null where no two samples lie within the day. */
  readonly tokens: TokenSums | null
  /** The share of the day, of today so far, that lies between its first and its last sample. */
  readonly coverage: number
  /** Rises between the last sample of an earlier day and the first of this one: no day can claim them. */
  readonly beforeFirstSample: TokenSums | null
  /** Steps in which a counter fell (a prune, an overwrite): what was used meanwhile is not in the sums. */
  readonly falls: number
}

export type MeasuredSeries = Series<'measured', MeasuredDay> & {
  /** The first sample we have in the range. */
  readonly since: string | null
}

export type HermesDay = TokenSums & { readonly day: string; readonly costUsd: number | null }

export type HermesSeries = Series<'hermes-day', HermesDay>

export type TokenGroup = TokenSums & {
  /** The source, model or job; null for what belongs to none. */
  readonly key: string | null
  readonly label: string
  readonly role: 'group' | 'none' | 'unattributed' | 'rest'
  readonly sessions: number
  readonly costUsd: number | null
  /** Sessions that a subscription covers; not told apart where usage is booked per call. */
  readonly included: number
  /** Days with tokens only, oldest first. */
  readonly days: readonly (TokenSums & { readonly day: string })[]
}

/** Groups add up to `total`, kind by kind, plus `excess`. */
export type TokenBreakdown = {
  readonly by: TokenGrouping
  /** Usage per model is read less often than the rows; both are of this moment. */
  readonly seenAt: string | null
  /** Of the session rows that began in the range. */
  readonly total: TokenSums
  readonly attribution: 'session-start-day'
  /** Models: per call where Hermes books them so, else the model a session began with. */
  readonly basis: 'sessions' | 'model-usage'
  readonly groups: readonly TokenGroup[]
  /** What the table per model holds beyond the session rows; Hermes overwrote a row with a lower count. */
  readonly excess: TokenSums
}

export type AuxiliaryTask = TokenSums & {
  readonly task: string
  readonly calls: number
  readonly costUsd: number | null
}

/** Vision, titles, compression: booked outside the session totals, and in none of the sums above. */
export type AuxiliaryView = {
  readonly total: TokenSums
  readonly tasks: readonly AuxiliaryTask[]
}
