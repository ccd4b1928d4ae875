/**
 * Usage of sessions that Steward pruned. Hermes loses it with the row, which would change every past day, so
 * it is kept and shown separately from the sums of existing rows.
 */
import { toUtcDay } from '../../shared/time.ts'
import { cronJobOf } from '../cron/cron.ts'
import type { SessionRow } from '../sessions/session.ts'
import { type CostedRow, splitCosts, sumCosts } from './cost-split.ts'
import { addTokens, NO_TOKENS, type TokenSums, tokensOf, tokenWeight } from './token-sums.ts'
import type { BookedDay, TokenGrouping, TokenTotals } from './tokens-view.ts'
import { SERIES_WORDS } from './words.ts'

export type PrunedUsage = Pick<
  SessionRow,
  | 'id'
  | 'source'
  | 'model'
  | 'startedMs'
  | 'inputTokens'
  | 'outputTokens'
  | 'cacheReadTokens'
  | 'cacheWriteTokens'
> &
  CostedRow

export type PrunedView = {
  readonly explanation: string
  readonly allTime: TokenTotals
  /** Of those that began in the range. */
  readonly inRange: TokenTotals
  /** Days of the range on which any of them began, oldest first. */
  readonly days: readonly BookedDay[]
  /** Of the range, by the requested grouping, most tokens first. A null key means no group. */
  readonly groups: readonly (TokenSums & {
    readonly key: string | null
    readonly sessions: number
    readonly costUsd: number | null
  })[]
}

export const usageOf = (row: SessionRow): PrunedUsage => ({
  id: row.id,
  source: row.source,
  model: row.model,
  startedMs: row.startedMs,
  inputTokens: row.inputTokens,
  outputTokens: row.outputTokens,
  cacheReadTokens: row.cacheReadTokens,
  cacheWriteTokens: row.cacheWriteTokens,
  costUsd: row.costUsd,
  costStatus: row.costStatus,
})

/** `present` are the existing sessions. A session that exists, or was restored, is counted by its row. */
export function prunedView(
  kept: readonly PrunedUsage[],
  present: ReadonlySet<string>,
  range: readonly string[],
  by: TokenGrouping,
): PrunedView {
  const gone = kept.filter(({ id }) => !present.has(id))
  const within = new Set(range)
  const inRange = gone.filter(({ startedMs }) => within.has(toUtcDay(startedMs)))
  const days = Map.groupBy(inRange, ({ startedMs }) => toUtcDay(startedMs))
  const groups = Map.groupBy(inRange, (usage) => keyOf(usage, by))
  return {
    explanation: SERIES_WORDS.pruned,
    allTime: totalsOf(gone),
    inRange: totalsOf(inRange),
    days: [...days]
      .map(([day, own]) => ({ day, ...sumOf(own), sessions: own.length, costUsd: sumCosts(own) }))
      .sort((a, b) => (a.day < b.day ? -1 : 1)),
    groups: [...groups]
      .map(([key, own]) => ({ key, ...sumOf(own), sessions: own.length, costUsd: sumCosts(own) }))
      .sort((a, b) => tokenWeight(b) - tokenWeight(a) || ((a.key ?? '') < (b.key ?? '') ? -1 : 1)),
  }
}

function keyOf({ id, source, model }: PrunedUsage, by: TokenGrouping): string | null {
  if (by === 'source') return source
  return by === 'model' ? model : cronJobOf(id)
}

const totalsOf = (rows: readonly PrunedUsage[]): TokenTotals => ({
  ...sumOf(rows),
  sessions: rows.length,
  costUsd: sumCosts(rows),
  costs: splitCosts(rows),
})

const sumOf = (rows: readonly PrunedUsage[]): TokenSums =>
  rows.reduce<TokenSums>((sum, row) => addTokens(sum, tokensOf(row)), NO_TOKENS)
