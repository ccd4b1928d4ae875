/** Burn at the same time on an earlier day, from stored samples. */
import { MINUTE_MS, SECOND_MS } from '../../../shared/time.ts'
import type { CounterSample } from '../../home/sample.ts'

/** Over a longer gap, burn cannot be assigned to a minute. */
const LONGEST_STEP_MS = 10 * MINUTE_MS
const MIN_COVER_MS = 30 * SECOND_MS

const TOKEN_KINDS = ['inputTokens', 'outputTokens', 'cacheReadTokens', 'cacheWriteTokens'] as const

/** All four kinds together per minute. Null without two samples at least 30 seconds apart. Samples oldest first. */
export function burnBetween(samples: readonly CounterSample[], fromMs: number, toMs: number): number | null {
  const inside = samples.filter(
    (sample) =>
      sample.atMs >= fromMs && sample.atMs <= toMs && TOKEN_KINDS.some((kind) => sample[kind] !== null),
  )
  const first = inside[0]
  const last = inside.at(-1)
  if (first === undefined || last === undefined || last.atMs - first.atMs < MIN_COVER_MS) return null
  const tokens = TOKEN_KINDS.reduce((sum, kind) => sum + rises(inside, kind), 0)
  return Math.round((tokens * MINUTE_MS) / (last.atMs - first.atMs))
}

/**
 * Hermes may overwrite a counter with a lower value, and a prune lowers the sum. Neither means that tokens
 * were returned.
 */
function rises(samples: readonly CounterSample[], kind: (typeof TOKEN_KINDS)[number]): number {
  let sum = 0
  let before: number | null = null
  for (const sample of samples) {
    const value = sample[kind]
    if (value === null) continue
    if (before !== null) sum += Math.max(0, value - before)
    before = value
  }
  return sum
}

/** Total tokens per minute, one value for each minute. Null where Steward was not watching. Samples oldest first. */
export function burnByMinute(
  samples: readonly CounterSample[],
  fromMs: number,
  minutes: number,
): (number | null)[] {
  const tokens = Array.from({ length: minutes }, () => 0)
  const covered = Array.from({ length: minutes }, () => 0)
  let before: Level | null = null
  for (const sample of samples) {
    const level = levelOf(sample)
    if (level === null) continue
    if (before !== null) spread(before, level)
    before = level
  }
  return tokens.map((sum, at) => {
    const ms = covered[at] ?? 0
    return ms < MIN_COVER_MS ? null : Math.round((sum * MINUTE_MS) / ms)
  })

  function spread(from: Level, to: Level): void {
    const spanMs = to.atMs - from.atMs
    if (spanMs <= 0 || spanMs > LONGEST_STEP_MS) return
    const rise = risen(from, to)
    const first = Math.max(0, Math.floor((from.atMs - fromMs) / MINUTE_MS))
    for (let at = first; at < minutes; at += 1) {
      const startMs = fromMs + at * MINUTE_MS
      const insideMs = Math.min(to.atMs, startMs + MINUTE_MS) - Math.max(from.atMs, startMs)
      if (insideMs <= 0) return
      tokens[at] = (tokens[at] ?? 0) + (rise * insideMs) / spanMs
      covered[at] = (covered[at] ?? 0) + insideMs
    }
  }
}

type Level = { readonly atMs: number; readonly kinds: readonly number[] }

function levelOf(sample: CounterSample): Level | null {
  const kinds = [sample.inputTokens, sample.outputTokens, sample.cacheReadTokens, sample.cacheWriteTokens]
  const known = kinds.filter((count) => count !== null)
  return known.length < kinds.length ? null : { atMs: sample.atMs, kinds: known }
}

/** A counter that fell was overwritten or its rows were deleted. */
const risen = (from: Level, to: Level): number =>
  to.kinds.reduce((sum, count, at) => sum + Math.max(0, count - (from.kinds[at] ?? 0)), 0)
