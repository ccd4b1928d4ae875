/** Burn over the last sixty seconds, relative to the time that was actually watched. */
import { MINUTE_MS, SECOND_MS } from '../../../shared/time.ts'
import { addTokens, hasTokens, NO_TOKENS, type TOKEN_KINDS, type TokenSums } from '../../tokens/token-sums.ts'
import type { LightSample } from '../light-sample.ts'

export const WINDOW_MS = MINUTE_MS
/** A call adds its tokens at once, so over a shorter span a single one would count as a storm. */
const SHORTEST_SPAN_MS = 15 * SECOND_MS

export type BurnWindow = {
  /** Oldest first. */
  readonly samples: readonly LightSample[]
  readonly spanMs: number
  readonly tokens: TokenSums
  readonly messages: number
  readonly costUsd: number | null
  readonly unpriced: boolean
}

/** Samples oldest first. Null before two samples, after a gap and while the database cannot be read. */
export function burnWindow(samples: readonly LightSample[]): BurnWindow | null {
  if (samples.at(-1)?.database.ok !== true) return null
  const inside: LightSample[] = []
  let watchedMs = 0
  for (const sample of samples.toReversed()) {
    if (sample.sinceMs === null || watchedMs + sample.sinceMs > WINDOW_MS) break
    watchedMs += sample.sinceMs
    inside.push(sample)
  }
  if (watchedMs === 0) return null
  return {
    samples: inside.reverse(),
    spanMs: Math.max(SHORTEST_SPAN_MS, watchedMs),
    tokens: inside.reduce((sum, { burnt }) => addTokens(sum, burnt), NO_TOKENS),
    messages: inside.reduce((sum, { messages }) => sum + messages, 0),
    costUsd: inside.reduce<number | null>((sum, { costUsd }) => addUsd(sum, costUsd), null),
    unpriced: inside.some(isUnpriced),
  }
}

/** Something without a price was used, so the cost is a lower bound. */
export const isUnpriced = ({ moved, burnt, costUsd }: LightSample): boolean =>
  (costUsd === null && hasTokens(burnt)) ||
  moved.some((tick) => tick.costUsd === null && hasTokens(tick.tokens))

export const perMinute = (amount: number, spanMs: number): number => (amount * MINUTE_MS) / spanMs

export const tokensPer = (tokens: TokenSums, spanMs: number, perMs: number): TokenSums => {
  const scaled = (kind: (typeof TOKEN_KINDS)[number]) => Math.round((tokens[kind] * perMs) / spanMs)
  return {
    input: scaled('input'),
    output: scaled('output'),
    cacheRead: scaled('cacheRead'),
    cacheWrite: scaled('cacheWrite'),
  }
}

export const addUsd = (sum: number | null, usd: number | null): number | null =>
  usd === null ? sum : (sum ?? 0) + usd
