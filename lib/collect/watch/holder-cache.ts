/**
 * Holders of the database at every sample. Linux reports changes quickly, so all processes are only scanned
 * now and then, for holders without a lock. On other systems only the full scan works. It runs rarely, but at
 * every sample while a holder has a deleted file, because a single observation of a WAL being unlinked is not
 * an incident.
 */
import type { Holder, HomeRef } from '../../domain/home/home.ts'
import { MINUTE_MS, SECOND_MS } from '../../shared/time.ts'
import { type HolderScan, scanForHolders } from '../processes/read-linux-holders.ts'
import { readHolders } from '../processes/read-liveness.ts'
import type { SampleClock } from './database-watcher.ts'

const WALK_EVERY_MS = 30 * SECOND_MS
const LONGEST_REST_MS = 5 * MINUTE_MS
/** A slow scan is repeated less often: it may take this share of the time. */
const SHARE = 1 / 500

export type HolderReading = {
  readonly holders: readonly Holder[] | null
  /** When the holders were read. */
  readonly holdersAskedMs: number
}

export class HolderCache {
  readonly #home: HomeRef
  readonly #platform: NodeJS.Platform
  #last: HolderReading | null = null
  #scan: HolderScan | null = null
  #walkAgainMs = Number.NEGATIVE_INFINITY

  constructor(home: HomeRef, platform: NodeJS.Platform) {
    this.#home = home
    this.#platform = platform
  }

  read({ atMs, elapsedMs }: SampleClock): HolderReading {
    const isDue = elapsedMs >= this.#walkAgainMs
    if (this.#platform !== 'linux' && this.#last !== null && !isDue) return this.#last
    const startedMs = performance.now()
    const holders = this.#readHolders(isDue)
    if (isDue) this.#walkAgainMs = elapsedMs + this.#restMs(holders, performance.now() - startedMs)
    this.#last = { holders, holdersAskedMs: atMs }
    return this.#last
  }

  #readHolders(isDue: boolean): readonly Holder[] | null {
    if (this.#platform !== 'linux') return readHolders(this.#home.path, this.#platform)
    this.#scan = scanForHolders(this.#home.path, isDue ? null : this.#scan)
    return this.#scan.holders
  }

  #restMs(holders: readonly Holder[] | null, tookMs: number): number {
    const isLost = holders?.some(({ deletedInode, self }) => deletedInode === true && !self) ?? false
    if (isLost && this.#platform !== 'linux') return 0
    return Math.min(LONGEST_REST_MS, Math.max(WALK_EVERY_MS, tookMs / SHARE))
  }
}
