/** Restores the last two hours from stored samples. A rise between two samples counts just before the later one. */
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../shared/time.ts'
import type { CounterSample } from '../../home/sample.ts'
import { addTokens, beyond, hasTokens, type TokenSums } from '../../tokens/token-sums.ts'
import type { BurnPoint } from '../watch-state.ts'
import { emptyMinute, type MinuteTally } from './burn-memory.ts'
import { addUsd } from './burn-window.ts'

/** A sample is stored every minute even without changes, so a longer gap means Steward was not watching. */
const LONGEST_STEP_MS = 90 * SECOND_MS

export type RestoredBurn = { readonly points: readonly BurnPoint[]; readonly minutes: readonly MinuteTally[] }

/** Samples oldest first. */
export function restoreBurn(samples: readonly CounterSample[], nowMs: number, everyMs: number): RestoredBurn {
  const points: BurnPoint[] = []
  const minutes = new Map<number, MinuteTally>()
  let before: CounterSample | null = null
  for (const sample of samples) {
    if (sample.atMs > nowMs) break
    const step = stepOf(before, sample)
    if (before !== null && step !== null) points.push(...quietBetween(before.atMs, sample.atMs, everyMs))
    points.push({ atMs: sample.atMs, tokens: step?.tokens ?? null, messages: step?.messages ?? null })
    addMinute(minutes, sample, step)
    before = sample
  }
  return {
    points: points.filter(({ atMs }) => atMs > nowMs - HOUR_MS),
    minutes: [...minutes.values()].filter(({ minute }) => minute * MINUTE_MS > nowMs - 2 * HOUR_MS),
  }
}

type Step = { readonly tokens: TokenSums; readonly messages: number; readonly costUsd: number | null }

function stepOf(before: CounterSample | null, after: CounterSample): Step | null {
  if (before === null || after.atMs - before.atMs > LONGEST_STEP_MS) return null
  const [then, now] = [tokensOfSample(before), tokensOfSample(after)]
  if (then === null || now === null) return null
  const rose = (after.costUsd ?? 0) - (before.costUsd ?? 0)
  return {
    tokens: beyond(now, then),
    messages: Math.max(0, (after.lastMessageId ?? 0) - (before.lastMessageId ?? 0)),
    costUsd: after.costUsd == null || rose <= 0 ? null : rose,
  }
}

/** Null unless every kind is known. */
export function tokensOfSample(sample: CounterSample): TokenSums | null {
  const {
    inputTokens: input,
    outputTokens: output,
    cacheReadTokens: cacheRead,
    cacheWriteTokens: cacheWrite,
  } = sample
  if (input === null || output === null || cacheRead === null || cacheWrite === null) return null
  return { input, output, cacheRead, cacheWrite }
}

/** Every change is stored at once, so there was none between two samples. */
function quietBetween(fromMs: number, toMs: number, everyMs: number): BurnPoint[] {
  const count = Math.max(0, Math.round((toMs - fromMs) / everyMs) - 1)
  return Array.from({ length: count }, (_, index) => ({
    atMs: fromMs + (index + 1) * everyMs,
    tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    messages: 0,
  }))
}

function addMinute(minutes: Map<number, MinuteTally>, sample: CounterSample, step: Step | null): void {
  const minute = Math.floor(sample.atMs / MINUTE_MS)
  const tally = minutes.get(minute) ?? emptyMinute(minute)
  minutes.set(minute, {
    minute,
    tokens: step === null ? tally.tokens : addTokens(tally.tokens, step.tokens),
    messages: tally.messages + (step?.messages ?? 0),
    costUsd: addUsd(tally.costUsd, step?.costUsd ?? null),
    unpriced: tally.unpriced || (step !== null && step.costUsd === null && hasTokens(step.tokens)),
    freeBytes: sample.freeBytes ?? tally.freeBytes,
    walBytes: sample.walBytes ?? tally.walBytes,
  })
}
