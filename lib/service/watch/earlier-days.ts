/** The same hour yesterday and last week, from Steward's samples. Refreshed once a minute. */
import { burnBetween, burnByMinute } from '../../domain/watch/burn/earlier-burn.ts'
import type { WatchHistory } from '../../domain/watch/watch-state.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import type { WatchMemory } from './watch-memory.ts'

/** Data of yesterday that a watch page needs until its next request. */
const AHEAD_MS = 15 * MINUTE_MS

export type EarlierBurn = {
  readonly yesterdayPerMinute: number | null
  readonly lastWeekPerMinute: number | null
}

export class EarlierDays {
  readonly #memory: Pick<WatchMemory, 'everyCounterSample'>
  #burn: EarlierBurn = { yesterdayPerMinute: null, lastWeekPerMinute: null }
  #minute = -1

  constructor(memory: Pick<WatchMemory, 'everyCounterSample'>) {
    this.#memory = memory
  }

  burnAt(nowMs: number): EarlierBurn {
    const minute = Math.floor(nowMs / MINUTE_MS)
    if (minute !== this.#minute) {
      this.#minute = minute
      this.#burn = {
        yesterdayPerMinute: this.#around(nowMs - DAY_MS),
        lastWeekPerMinute: this.#around(nowMs - 7 * DAY_MS),
      }
    }
    return this.#burn
  }

  /** Whole minutes from an hour before this moment yesterday to a little after it. */
  yesterdaysHour(nowMs: number): Pick<WatchHistory, 'yesterday' | 'yesterdayFromMs'> {
    const fromMs = Math.floor((nowMs - DAY_MS - HOUR_MS) / MINUTE_MS) * MINUTE_MS
    const toMs = fromMs + HOUR_MS + AHEAD_MS
    // A little more at both ends, so that the first and the last minute are between samples.
    const samples = this.#memory.everyCounterSample(fromMs - 10 * MINUTE_MS, toMs + 10 * MINUTE_MS)
    return { yesterday: burnByMinute(samples, fromMs, (toMs - fromMs) / MINUTE_MS), yesterdayFromMs: fromMs }
  }

  #around(atMs: number): number | null {
    const [fromMs, toMs] = [atMs - HOUR_MS / 2, atMs + HOUR_MS / 2]
    return burnBetween(this.#memory.everyCounterSample(fromMs, toMs), fromMs, toMs)
  }
}
