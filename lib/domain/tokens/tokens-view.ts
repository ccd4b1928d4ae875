/**
 * The tokens model for pages and scripts: the JSON of `GET /api/v1/homes/{home}/tokens`. Each way of
 * assigning tokens to days is a separate, named series. Null is unknown.
 */

import type { BurnOverview } from '../overview/overview.ts'
import type { CostLine } from './cost-split.ts'
import type { PrunedView } from './pruned-usage.ts'
import type { TokenSums } from './token-sums.ts'

export const TOKEN_GROUPINGS = ['source', 'model', 'job'] as const
export type TokenGrouping = (typeof TOKEN_GROUPINGS)[number]

/**
 * `session-start-day`: a session's whole count on the UTC day it began. `measured`: counter increases between
 * Steward's samples. `hermes-day`: Hermes' daily table, in its local days.
 */
type TokenAttribution = 'session-start-day' | 'measured' | 'hermes-day'

export type TokensView = {
  readonly seenAt: string | null
  readonly fault: { readonly code: string; readonly title: string; readonly detail: string } | null
  /** UTC days, both included. */
  readonly range: { readonly from: string; readonly to: string; readonly days: number }
  readonly sentence: string
  /** Over all existing session rows, whatever the range. */
  readonly allTime: TokenTotals | null
  /** Sessions that began in the range. */
  readonly inRange: TokenTotals | null
  readonly booked: BookedSeries | null
  readonly measured: MeasuredSeries
  /** Null if Hermes has no such table. */
  readonly hermesDays: HermesSeries | null
  readonly breakdown: TokenBreakdown | null
  readonly auxiliary: AuxiliaryView | null
  /** Of sessions pruned since, not in the sums above. Null if Steward's database cannot be read. */
  readonly pruned: PrunedView | null
  readonly burn: BurnOverview
  readonly notices: readonly { readonly code: string; readonly message: string }[]
}

export type TokenTotals = TokenSums & {
  readonly sessions: number
  /** Of the known figures. Null if no session has one. */
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
  /** Null if the day has fewer than two samples. */
  readonly tokens: TokenSums | null
  /** The share of the day (of today so far) between its first and its last sample. */
  readonly coverage: number
  /** Increases between the last sample of an earlier day and the first of this one, assigned to no day. */
  readonly beforeFirstSample: TokenSums | null
  /** Steps in which a counter fell (a prune, an overwrite). Usage during them is not in the sums. */
  readonly falls: number
}

export type MeasuredSeries = Series<'measured', MeasuredDay> & {
  /** The first sample in the range. */
  readonly since: string | null
}

export type HermesDay = TokenSums & { readonly day: string; readonly costUsd: number | null }

export type HermesSeries = Series<'hermes-day', HermesDay>

export type TokenGroup = TokenSums & {
  /** The source, model or job. Null for none. */
  readonly key: string | null
  readonly label: string
  readonly role: 'group' | 'none' | 'unattributed' | 'rest'
  readonly sessions: number
  readonly costUsd: number | null
  /** Sessions that a subscription covers. Not separated if usage is recorded per call. */
  readonly included: number
  /** Days with tokens only, oldest first. */
  readonly days: readonly (TokenSums & { readonly day: string })[]
}

/** Groups add up to `total`, kind by kind, plus `excess`. */
export type TokenBreakdown = {
  readonly by: TokenGrouping
  /** Usage per model is read less often than the rows. Both are as of this time. */
  readonly seenAt: string | null
  /** Of the session rows that began in the range. */
  readonly total: TokenSums
  readonly attribution: 'session-start-day'
  /** Models: per call if Hermes records them, else the model a session began with. */
  readonly basis: 'sessions' | 'model-usage'
  readonly groups: readonly TokenGroup[]
  /** Usage per model beyond the session rows, from rows Hermes overwrote with a lower count. */
  readonly excess: TokenSums
}

export type AuxiliaryTask = TokenSums & {
  readonly task: string
  readonly calls: number
  readonly costUsd: number | null
}

/** Vision, titles, compression: recorded outside the session totals, and in none of the sums above. */
export type AuxiliaryView = {
  readonly total: TokenSums
  readonly tasks: readonly AuxiliaryTask[]
}
