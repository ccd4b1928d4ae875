/** Daily counter increases from Steward's samples. Gaps between days are not interpolated. */
import { DAY_MS, toIso, toUtcDay } from '../../shared/time.ts'
import type { CounterSample } from '../home/sample.ts'
import { addTokens, NO_TOKENS, TOKEN_KINDS, type TokenSums } from './token-sums.ts'
import type { MeasuredDay, MeasuredSeries } from './tokens-view.ts'
import { SERIES_WORDS } from './words.ts'

export function measuredTokens(
  samples: readonly CounterSample[],
  daysMs: readonly number[],
  nowMs: number,
): MeasuredSeries {
  const points = samples.flatMap(pointOf).sort((a, b) => a.atMs - b.atMs)
  const tallies = new Map(daysMs.map((dayMs) => [dayMs, emptyTally()]))
  let before: Point | null = null
  for (const point of points) {
    const tally = tallies.get(startOfDay(point.atMs))
    if (tally !== undefined) addPoint(tally, before, point)
    before = point
  }
  const first = points.find(({ atMs }) => tallies.has(startOfDay(atMs)))
  return {
    attribution: 'measured',
    explanation: SERIES_WORDS.measured,
    since: toIso(first?.atMs ?? null),
    days: [...tallies].map(([dayMs, tally]) => dayOf(dayMs, tally, nowMs)),
  }
}

type Point = { readonly atMs: number; readonly tokens: TokenSums }

type Tally = {
  firstMs: number | null
  lastMs: number | null
  tokens: TokenSums
  overnight: TokenSums | null
  falls: number
}

const emptyTally = (): Tally => ({
  firstMs: null,
  lastMs: null,
  tokens: NO_TOKENS,
  overnight: null,
  falls: 0,
})

const startOfDay = (ms: number): number => Math.floor(ms / DAY_MS) * DAY_MS

/** A sample without rows has no tokens of any kind. */
function pointOf({
  atMs,
  inputTokens,
  outputTokens,
  cacheReadTokens,
  cacheWriteTokens,
}: CounterSample): Point[] {
  if (inputTokens === null || outputTokens === null || cacheReadTokens === null || cacheWriteTokens === null)
    return []
  const tokens = {
    input: inputTokens,
    output: outputTokens,
    cacheRead: cacheReadTokens,
    cacheWrite: cacheWriteTokens,
  }
  return [{ atMs, tokens }]
}

function addPoint(tally: Tally, before: Point | null, point: Point): void {
  const isFirst = tally.firstMs === null
  tally.firstMs ??= point.atMs
  tally.lastMs = point.atMs
  if (before === null) return
  const rise = risen(before.tokens, point.tokens)
  if (TOKEN_KINDS.some((kind) => point.tokens[kind] < before.tokens[kind])) tally.falls += 1
  if (isFirst) tally.overnight = rise
  else tally.tokens = addTokens(tally.tokens, rise)
}

/** Hermes may overwrite a counter with a lower value, and a prune lowers the sum. Neither refunds tokens. */
function risen(before: TokenSums, after: TokenSums): TokenSums {
  const rise = (kind: (typeof TOKEN_KINDS)[number]) => Math.max(0, after[kind] - before[kind])
  return {
    input: rise('input'),
    output: rise('output'),
    cacheRead: rise('cacheRead'),
    cacheWrite: rise('cacheWrite'),
  }
}

function dayOf(dayMs: number, tally: Tally, nowMs: number): MeasuredDay {
  const coveredMs = (tally.lastMs ?? 0) - (tally.firstMs ?? 0)
  const lengthMs = Math.min(DAY_MS, Math.max(1, nowMs - dayMs))
  return {
    day: toUtcDay(dayMs),
    tokens: coveredMs > 0 ? tally.tokens : null,
    coverage: Math.min(1, coveredMs / lengthMs),
    beforeFirstSample: tally.overnight,
    falls: tally.falls,
  }
}
