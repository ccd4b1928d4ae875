/**
 * Finds the stretch in which a session's messages came fastest: the densest minute, extended while messages
 * keep that rate. A loop of 602 messages in 107 s is found whatever surrounds it.
 */
import { toIso } from '../../shared/time.ts'

/** When a message was written, and whether it was a tool round. In any order. */
export type MessageTick = { readonly atMs: number; readonly toolIteration: boolean }

export type BusiestStretch = {
  readonly from: string | null
  readonly to: string | null
  readonly messages: number
  readonly toolIterations: number
  readonly seconds: number
  readonly messagesPerMinute: number
  /** Faster and longer than a person types or reads. */
  readonly runaway: boolean
}

/** Counts in equal steps from `from` on. */
export type RateSeries = {
  readonly from: string | null
  readonly stepMs: number
  readonly messages: readonly number[]
  readonly toolIterations: readonly number[]
}

const DENSE_MS = 60_000
/** Tools sometimes take longer, so a pause of this many usual gaps still belongs to the stretch. */
const GAPS = 8
const LEAST_GAP_MS = 2_000
const RUNAWAY_MESSAGES = 50
const RUNAWAY_PER_MINUTE = 60
const STEPS_MS = [1, 2, 5, 10, 30, 60, 120, 300, 600].map((seconds) => seconds * 1_000)
const MOST_STEPS = 240

/** Null for fewer than three messages, which have no rate. */
export function findBusiestStretch(ticks: readonly MessageTick[]): BusiestStretch | null {
  if (ticks.length < 3) return null
  const sorted = byTime(ticks)
  const at = (index: number): number => sorted[index]?.atMs ?? 0
  let [first, last] = densest(sorted.length, at)
  const pause = Math.max(LEAST_GAP_MS, (GAPS * DENSE_MS) / (last - first + 1))
  while (first > 0 && at(first) - at(first - 1) <= pause) first -= 1
  while (last < sorted.length - 1 && at(last + 1) - at(last) <= pause) last += 1
  const within = sorted.slice(first, last + 1)
  const seconds = (at(last) - at(first)) / 1_000
  const messagesPerMinute = Math.round((within.length / Math.max(1, seconds)) * 600) / 10
  return {
    from: toIso(at(first)),
    to: toIso(at(last)),
    messages: within.length,
    toolIterations: within.filter(({ toolIteration }) => toolIteration).length,
    seconds: Math.round(seconds * 10) / 10,
    messagesPerMinute,
    runaway: within.length >= RUNAWAY_MESSAGES && messagesPerMinute >= RUNAWAY_PER_MINUTE,
  }
}

/** How many messages the fastest minute has. */
export function densestMinute(ticks: readonly MessageTick[]): number {
  if (ticks.length === 0) return 0
  const sorted = byTime(ticks)
  const [first, last] = densest(sorted.length, (index) => sorted[index]?.atMs ?? 0)
  return last - first + 1
}

/** First and last index of the minute with the most messages, the earliest of several. */
function densest(length: number, at: (index: number) => number): [first: number, last: number] {
  let best: [number, number] = [0, 0]
  let first = 0
  for (let last = 0; last < length; last += 1) {
    while (at(last) - at(first) >= DENSE_MS) first += 1
    if (last - first > best[1] - best[0]) best = [first, last]
  }
  return best
}

/** All ticks counted in the finest step that keeps the series short. Null without any. */
export function rateSeries(ticks: readonly MessageTick[]): RateSeries | null {
  const sorted = byTime(ticks)
  const fromMs = sorted[0]?.atMs
  const toMs = sorted.at(-1)?.atMs
  if (fromMs === undefined || toMs === undefined) return null
  const spanMs = toMs - fromMs
  const stepMs = STEPS_MS.find((step) => spanMs / step < MOST_STEPS) ?? Math.ceil((spanMs + 1) / MOST_STEPS)
  const steps = Math.floor(spanMs / stepMs) + 1
  const messages = Array.from({ length: steps }, () => 0)
  const toolIterations = Array.from({ length: steps }, () => 0)
  for (const { atMs, toolIteration } of sorted) {
    const step = Math.floor((atMs - fromMs) / stepMs)
    messages[step] = (messages[step] ?? 0) + 1
    if (toolIteration) toolIterations[step] = (toolIterations[step] ?? 0) + 1
  }
  return { from: toIso(fromMs), stepMs, messages, toolIterations }
}

const byTime = (ticks: readonly MessageTick[]): readonly MessageTick[] =>
  [...ticks].sort((a, b) => a.atMs - b.atMs)
