/** The numbers of the chart: one row per minute, newest first. */

import type { TableModel } from '@/components/charts/chart-data'
import { addTokens, NO_TOKENS, type TokenSums } from '@/lib/domain/tokens/token-sums'
import type { WatchHistory } from '@/lib/domain/watch/watch-state'
import { formatCount } from '@/lib/shared/numbers'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/shared/time'
import { BURN_TABLE_CAPTION } from './words'

type Minute = { readonly tokens: TokenSums | null; readonly messages: number | null }

const NO_SAMPLES: Minute = { tokens: null, messages: null }

/** `clock` formats the start of a minute. */
export function burnTable(history: WatchHistory, endMs: number, clock: (atMs: number) => string): TableModel {
  const minutes = new Map<number, Minute>()
  for (const { atMs, tokens, messages } of history.points) {
    const begin = Math.floor(atMs / MINUTE_MS) * MINUTE_MS
    const before = minutes.get(begin) ?? NO_SAMPLES
    minutes.set(begin, {
      tokens: tokens === null ? before.tokens : addTokens(before.tokens ?? NO_TOKENS, tokens),
      messages: messages === null ? before.messages : (before.messages ?? 0) + messages,
    })
  }
  const newest = Math.floor(endMs / MINUTE_MS) * MINUTE_MS
  return {
    caption: BURN_TABLE_CAPTION,
    head: ['Minute', 'Fresh', 'Output', 'Cache read', 'Cache write', 'Messages', 'All yesterday'],
    rows: Array.from({ length: HOUR_MS / MINUTE_MS }, (_, ago) => {
      const begin = newest - ago * MINUTE_MS
      const figures = figuresOf(minutes.get(begin) ?? NO_SAMPLES)
      return {
        key: String(begin),
        cells: [clock(begin), ...figures, formatOptional(dayBefore(history, begin))],
      }
    }),
  }
}

const formatOptional = (value: number | undefined | null): string =>
  value === undefined || value === null ? 'unknown' : formatCount(value)

function figuresOf({ tokens, messages }: Minute): string[] {
  return [
    formatOptional(tokens?.input),
    formatOptional(tokens?.output),
    formatOptional(tokens?.cacheRead),
    formatOptional(tokens?.cacheWrite),
    formatOptional(messages),
  ]
}

const dayBefore = ({ yesterday, yesterdayFromMs }: WatchHistory, begin: number): number | null | undefined =>
  yesterday[(begin - DAY_MS - yesterdayFromMs) / MINUTE_MS]
