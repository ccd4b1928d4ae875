/**
 * How long no row had come before Steward started, out of the counters it wrote down: a restart in the middle of a
 * silent outage is no reason to wait for three quarters of an hour again.
 */
import { MINUTE_MS } from '../../shared/time.ts'
import type { CounterSample } from '../home/sample.ts'
import { NO_TOKENS, tokenWeight } from '../tokens/token-sums.ts'
import { tokensOfSample } from './burn/restore-burn.ts'
import { MAX_RESTART_GAP_MS } from './burn/spent-before-start.ts'

/** While nothing happens a sample is written each minute; over a longer silence nobody watched. */
const LONGEST_STEP_MS = 2 * MINUTE_MS

export type SilenceBeforeStart = {
  /** The newest row all that time. */
  readonly lastMessageId: number
  /** Watched time alone. */
  readonly quietMs: number
  /** False where no row was seen to come: nobody knows how long it had been quiet. */
  readonly isSure: boolean
  /** When tokens were counted all the same, in watched time since that row. */
  readonly countedMs: readonly number[]
}

type Counted = CounterSample & { readonly lastMessageId: number }

/** Samples oldest first. Null: nothing is known of the minutes before now. */
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

/** A look that could not read the database saw neither a row nor that none came. */
const isCounted = (sample: CounterSample): sample is Counted =>
  sample.lastMessageId !== null && tokensOfSample(sample) !== null

const weightOf = (sample: CounterSample): number => tokenWeight(tokensOfSample(sample) ?? NO_TOKENS)
