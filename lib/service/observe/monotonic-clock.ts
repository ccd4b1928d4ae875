/**
 * A lower bound of the current time, used to expire old samples: a clock set forward by mistake must not make
 * everything old at once. Time advances only as far as the monotonic clock has counted. A jump is accepted
 * once it has lasted a day of uptime, because machines also sleep and are switched off.
 */
import { DAY_MS, HOUR_MS } from '../../shared/time.ts'

/** Small clock corrections are not jumps. */
const TOLERANCE_MS = HOUR_MS
const BELIEVED_AFTER_MS = DAY_MS

export class MonotonicClock {
  readonly #elapsed: () => number
  #anchor: { readonly wallMs: number; readonly elapsedMs: number } | null
  #jumpedAtMs: number | null = null

  /** `lastKnownMs`: the latest time an earlier process was alive. `elapsed` never jumps. */
  constructor(lastKnownMs: number | null, elapsed: () => number) {
    this.#elapsed = elapsed
    this.#anchor = lastKnownMs === null ? null : { wallMs: lastKnownMs, elapsedMs: elapsed() }
  }

  /** Never later than the clock. */
  at(wallMs: number): number {
    const elapsedMs = this.#elapsed()
    const lived = this.#anchor === null ? wallMs : this.#anchor.wallMs + (elapsedMs - this.#anchor.elapsedMs)
    if (wallMs > lived + TOLERANCE_MS) {
      this.#jumpedAtMs ??= elapsedMs
      if (elapsedMs - this.#jumpedAtMs < BELIEVED_AFTER_MS) return lived
    }
    this.#jumpedAtMs = null
    this.#anchor = { wallMs, elapsedMs }
    return wallMs
  }
}
