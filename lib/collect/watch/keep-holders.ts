/**
 * Who has the database open, asked seldom: the answer needs a walk over every process of the machine. While somebody
 * holds a deleted file it is asked at every look: one glimpse of a log being unlinked is no incident.
 */
import type { Holder, HomeRef } from '../../domain/home.ts'
import { MINUTE_MS, SECOND_MS } from '../../shared/time.ts'
import { readHolders } from '../read-liveness.ts'
import type { LookClock } from './database-watcher.ts'

const ASK_EVERY_MS = 30 * SECOND_MS
const LONGEST_REST_MS = 5 * MINUTE_MS
/** A walk that takes long is repeated seldom: it may take this share of the time. */
const SHARE = 1 / 500

export type HeldBy = {
  readonly holders: readonly Holder[] | null
  /** When that was asked. */
  readonly holdersAskedMs: number
}

export class HolderKeeper {
  readonly #home: HomeRef
  readonly #platform: NodeJS.Platform
  #held: HeldBy | null = null
  #askAgainMs = Number.NEGATIVE_INFINITY

  constructor(home: HomeRef, platform: NodeJS.Platform) {
    this.#home = home
    this.#platform = platform
  }

  read({ atMs, elapsedMs }: LookClock): HeldBy {
    if (this.#held !== null && elapsedMs < this.#askAgainMs) return this.#held
    const startedMs = performance.now()
    const holders = readHolders(this.#home.path, this.#platform)
    const tookMs = performance.now() - startedMs
    this.#askAgainMs = elapsedMs + restMs(holders, tookMs)
    this.#held = { holders, holdersAskedMs: atMs }
    return this.#held
  }
}

function restMs(holders: readonly Holder[] | null, tookMs: number): number {
  const isLost = holders?.some(({ deletedInode, self }) => deletedInode === true && !self) ?? false
  return isLost ? 0 : Math.min(LONGEST_REST_MS, Math.max(ASK_EVERY_MS, tookMs / SHARE))
}
