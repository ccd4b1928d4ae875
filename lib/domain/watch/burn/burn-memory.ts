/** The last hour sample by sample and the last two hours minute by minute. Bounded. */
import { HOUR_MS, MINUTE_MS } from '../../../shared/time.ts'
import { addTokens, NO_TOKENS, type TokenSums, tokenWeight } from '../../tokens/token-sums.ts'
import type { LightSample } from '../light-sample.ts'
import type { BurnPoint } from '../watch-state.ts'
import { addUsd, burnWindow, isUnpriced, tokensPer, WINDOW_MS } from './burn-window.ts'

export type MinuteTally = {
  /** Minutes since 1970. */
  readonly minute: number
  readonly tokens: TokenSums
  readonly messages: number
  readonly costUsd: number | null
  readonly unpriced: boolean
  /** The last value of the minute. */
  readonly freeBytes: number | null
  readonly walBytes: number | null
}

const POINTS_MS = HOUR_MS
const MAX_POINTS = 720
const MINUTES = 120
/** A sample every five seconds, plus some taken on request. */
const MAX_SAMPLES = 20

export class BurnMemory {
  #samples: LightSample[] = []
  #points: BurnPoint[] = []
  #minutes: MinuteTally[] = []
  #aboveLimitMs = 0
  #device: number | null = null

  /** The last samples, oldest first, enough for sixty seconds. */
  get samples(): readonly LightSample[] {
    return this.#samples
  }

  get points(): readonly BurnPoint[] {
    return this.#points
  }

  get minutes(): readonly MinuteTally[] {
    return this.#minutes
  }

  /** How long the rate has been above its limit without a break. */
  get aboveLimitMs(): number {
    return this.#aboveLimitMs
  }

  /** Restores what an earlier process stored, oldest first, before the first sample. */
  restore(points: readonly BurnPoint[], minutes: readonly MinuteTally[]): void {
    this.#points = points.slice(-MAX_POINTS)
    this.#minutes = minutes.slice(-MINUTES)
  }

  add(sample: LightSample, limitPerMinute: number): void {
    this.#dropFuture(sample.atMs)
    this.#resetOnOtherDisk(sample.device)
    this.#samples = [...this.#samples, sample].slice(-MAX_SAMPLES)
    this.#points = [
      ...this.#points.filter(({ atMs }) => atMs > sample.atMs - POINTS_MS),
      pointOf(sample),
    ].slice(-MAX_POINTS)
    this.#tally(sample)
    this.#aboveLimitMs = this.#isAbove(limitPerMinute) ? this.#aboveLimitMs + (sample.sinceMs ?? 0) : 0
  }

  #tally(sample: LightSample): void {
    const minute = Math.floor(sample.atMs / MINUTE_MS)
    const open = this.#minutes.at(-1)
    const before = open?.minute === minute ? open : emptyMinute(minute)
    const rest = open?.minute === minute ? this.#minutes.slice(0, -1) : this.#minutes
    this.#minutes = [...rest.filter((tally) => tally.minute > minute - MINUTES), withSample(before, sample)]
  }

  #isAbove(limitPerMinute: number): boolean {
    const window = burnWindow(this.#samples)
    return window !== null && tokenWeight(tokensPer(window.tokens, window.spanMs, WINDOW_MS)) > limitPerMinute
  }

  /** Free space on another disk says nothing about this one. */
  #resetOnOtherDisk(device: number | null): void {
    if (device === null) return
    if (this.#device !== null && this.#device !== device)
      this.#minutes = this.#minutes.map((tally) => ({ ...tally, freeBytes: null }))
    this.#device = device
  }

  /** After the clock was set back, points in the future would mix with new ones. */
  #dropFuture(atMs: number): void {
    if ((this.#points.at(-1)?.atMs ?? 0) <= atMs) return
    const minute = Math.floor(atMs / MINUTE_MS)
    this.#points = this.#points.filter((point) => point.atMs < atMs)
    this.#minutes = this.#minutes.filter((tally) => tally.minute <= minute)
  }
}

export const pointOf = ({ atMs, sinceMs, database, burnt, messages }: LightSample): BurnPoint =>
  sinceMs === null || !database.ok
    ? { atMs, tokens: null, messages: null }
    : { atMs, tokens: burnt, messages }

export const emptyMinute = (minute: number): MinuteTally => ({
  minute,
  tokens: NO_TOKENS,
  messages: 0,
  costUsd: null,
  unpriced: false,
  freeBytes: null,
  walBytes: null,
})

const withSample = (tally: MinuteTally, sample: LightSample): MinuteTally => ({
  minute: tally.minute,
  tokens: addTokens(tally.tokens, sample.burnt),
  messages: tally.messages + sample.messages,
  costUsd: addUsd(tally.costUsd, sample.costUsd),
  unpriced: tally.unpriced || isUnpriced(sample),
  freeBytes: sample.space.ok ? sample.space.value.freeBytes : tally.freeBytes,
  walBytes: sample.database.ok ? sample.database.value.walBytes : tally.walBytes,
})
