/**
 * How long no row was written before Steward started, from stored counters. Without it, a restart during a
 * silent outage would delay its detection by 45 minutes.
 */
import { MINUTE_MS } from '../../shared/time.ts'
import type { CounterSample } from '../home/sample.ts'
import { NO_TOKENS, tokenWeight } from '../tokens/token-sums.ts'
import { tokensOfSample } from './burn/restore-burn.ts'
import { MAX_RESTART_GAP_MS } from './burn/spent-before-start.ts'

/** A sample is stored every minute even without changes, so a longer gap means Steward was not watching. */
const LONGEST_STEP_MS = 2 * MINUTE_MS

export type SilenceBeforeStart = {
  /** The newest row during that time. */
  readonly lastMessageId: number
  /** Watched time only. */
  readonly quietMs: number
  /** False if no new row was seen before, so that the length of the silence is unknown. */
  readonly isSure: boolean
  /** When tokens were counted nevertheless, in watched time since that row. */
  readonly countedMs: readonly number[]
}

type Counted = CounterSample & { readonly lastMessageId: number }

/** Samples oldest first. Null if the last minutes are unknown. */
export function silenceBeforeStart(
  samples: readonly CounterSample[],
  nowMs: number,
): SilenceBeforeStart | null {
  let quiet: SilenceBeforeStart | null = null
  let before: Counted | null = null
  let countedMs: number[] = []
  for (const sample of samples.filter(isCounted)) {
    if (sample.atMs > nowMs) break
    const stepMs = before === null ? Number.POSITIVE_INFINITY : sample.atMs - before.atMs
    const { lastMessageId } = sample
    const wasWatched = stepMs <= LONGEST_STEP_MS
    if (before === null || quiet === null || lastMessageId !== before.lastMessageId) {
      countedMs = []
      quiet = { lastMessageId, quietMs: 0, isSure: wasWatched, countedMs }
    } else if (wasWatched) {
      const { isSure, quietMs }: SilenceBeforeStart = quiet
      quiet = { lastMessageId, quietMs: quietMs + stepMs, isSure, countedMs }
      if (weightOf(sample) > weightOf(before)) countedMs.push(quietMs + stepMs)
    }
    before = sample
  }
  return before === null || nowMs - before.atMs > MAX_RESTART_GAP_MS ? null : quiet
}

/** Skips samples for which the database could not be read. */
const isCounted = (sample: CounterSample): sample is Counted =>
  sample.lastMessageId !== null && tokensOfSample(sample) !== null

const weightOf = (sample: CounterSample): number => tokenWeight(tokensOfSample(sample) ?? NO_TOKENS)
