/**
 * What was spent in the day before Steward started, from stored counters. Without it, a restart would reset
 * budgets or keep incidents open for a day.
 */
import { MINUTE_MS } from '../../../shared/time.ts'
import type { CounterSample } from '../../home/sample.ts'
import { beyond } from '../../tokens/token-sums.ts'
import { type Burnt, burntOf } from '../detect/session-tracks.ts'
import { tokensOfSample } from './restore-burn.ts'

/** A restart takes minutes. A rise over a longer gap is not counted. */
export const MAX_RESTART_GAP_MS = 10 * MINUTE_MS

type Spent = Burnt & { readonly agoMs: number; readonly usd: number }

export type SpentBeforeStart = {
  readonly steps: readonly Spent[]
  /** How far back it is known without a gap. */
  readonly wholeMs: number
}

/** Samples oldest first. */
export function spentBeforeStart(samples: readonly CounterSample[], nowMs: number): SpentBeforeStart {
  const steps: Spent[] = []
  let before: CounterSample | null = null
  let sinceMs = nowMs
  for (const sample of samples) {
    if (sample.atMs > nowMs) break
    // The database could not be read for this sample.
    if (tokensOfSample(sample) === null) continue
    const isGap = before === null || sample.atMs - before.atMs > MAX_RESTART_GAP_MS
    if (isGap) sinceMs = sample.atMs
    const step = isGap || before === null ? null : stepOf(before, sample, nowMs)
    if (step !== null) steps.push(step)
    before = sample
  }
  const isUpToNow = before !== null && nowMs - before.atMs <= MAX_RESTART_GAP_MS
  return { steps, wholeMs: isUpToNow ? nowMs - sinceMs : 0 }
}

function stepOf(before: CounterSample, after: CounterSample, nowMs: number): Spent | null {
  const [then, now] = [tokensOfSample(before), tokensOfSample(after)]
  // A lower message id means another database.
  if (then === null || now === null || (after.lastMessageId ?? 0) < (before.lastMessageId ?? 0)) return null
  const usd =
    after.costUsd == null || before.costUsd == null ? 0 : Math.max(0, after.costUsd - before.costUsd)
  return { agoMs: nowMs - after.atMs, usd, ...burntOf(beyond(now, then)) }
}
