/** Who has the database open, asked seldom: the answer needs a walk over every process of the machine. */
import type { Holder, HomeRef } from '../../domain/home.ts'
import { MINUTE_MS, SECOND_MS } from '../../shared/time.ts'
import { readHolders } from '../read-liveness.ts'

const ASK_EVERY_MS = 30 * SECOND_MS
const LONGEST_REST_MS = 5 * MINUTE_MS
/** A walk that takes long is repeated seldom: it may take this share of the time. */
const SHARE = 1 / 500

export class HolderKeeper {
  readonly #home: HomeRef
  readonly #platform: NodeJS.Platform
  #holders: readonly Holder[] | null = null
  #askAgainMs = Number.NEGATIVE_INFINITY

  constructor(home: HomeRef, platform: NodeJS.Platform) {
    this.#home = home
    this.#platform = platform
  }

  /** `elapsedMs` is by a clock that never jumps. */
  read(elapsedMs: number): readonly Holder[] | null {
    if (elapsedMs < this.#askAgainMs) return this.#holders
    const startedMs = performance.now()
    this.#holders = readHolders(this.#home.path, this.#platform)
    const tookMs = performance.now() - startedMs
    this.#askAgainMs = elapsedMs + Math.min(LONGEST_REST_MS, Math.max(ASK_EVERY_MS, tookMs / SHARE))
    return this.#holders
  }
}
