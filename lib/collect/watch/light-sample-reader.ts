/**
 * Takes light samples of a home: what changed since the last one. Sizes and space come from lstat and statfs,
 * the database is read after a commit, and holders from time to time.
 */
import type { Fault } from '../../domain/home/fault.ts'
import type { HomeRef } from '../../domain/home/home.ts'
import { NO_ACTIVITY } from '../../domain/watch/burn/fold-activity.ts'
import type { LightSample } from '../../domain/watch/light-sample.ts'
import { readDevice, readDiskSpace, readTotalInodes } from '../../platform/read-disk-space.ts'
import { failed } from '../../shared/result.ts'
import { readHermesPause } from '../home/read-hermes-pause.ts'
import { type CountUsage, DatabaseWatcher, MAX_SAMPLE_GAP_MS, type SampleClock } from './database-watcher.ts'
import { GatewayActivityReader } from './gateway-activity-reader.ts'
import { HolderCache } from './holder-cache.ts'

export type LightSampleReaderOptions = {
  readonly platform?: NodeJS.Platform
  /** Why nothing of this home may be read. Its disk is still watched. */
  readonly blocked?: Fault | null
  /** Receives the counters of changed sessions. */
  readonly countUsage?: CountUsage | null
}

export class LightSampleReader {
  readonly #home: HomeRef
  readonly #path: string
  readonly #database: DatabaseWatcher
  readonly #holders: HolderCache
  readonly #gateway: GatewayActivityReader
  readonly #blocked: Fault | null
  #last: SampleClock | null = null

  constructor(
    home: HomeRef,
    { platform = process.platform, blocked = null, countUsage = null }: LightSampleReaderOptions = {},
  ) {
    this.#blocked = blocked
    this.#home = home
    this.#path = home.path
    this.#database = new DatabaseWatcher(home.path, countUsage)
    this.#holders = new HolderCache(home, platform)
    this.#gateway = new GatewayActivityReader(home, platform)
  }

  /** Without `heavy`, which the caller adds. */
  read(clock: SampleClock): LightSample {
    if (this.#blocked !== null) return this.readWithoutDatabase(clock)
    const last = this.#last
    this.#last = clock
    const { database, moves, restarted } = this.#database.read(clock, last !== null && isGap(last, clock))
    const sinceMs = last === null || restarted ? null : Math.max(0, clock.elapsedMs - last.elapsedMs)
    return { atMs: clock.atMs, sinceMs, database, ...moves, ...this.#readOther(clock) }
  }

  /** Everything except the database, for paused monitoring: a full disk must still be noticed. */
  readWithoutDatabase(clock: SampleClock): LightSample {
    const last = this.#last
    this.#last = clock
    return {
      atMs: clock.atMs,
      sinceMs: last === null || isGap(last, clock) ? null : Math.max(0, clock.elapsedMs - last.elapsedMs),
      database: failed(this.#blocked ?? { code: 'reads-paused' }),
      ...NO_ACTIVITY,
      ...this.#readOther(clock),
    }
  }

  #readOther(clock: SampleClock) {
    return {
      space: readDiskSpace(this.#path),
      totalInodes: readTotalInodes(this.#path),
      device: readDevice(this.#path),
      ...(this.#blocked === null
        ? {
            ...this.#holders.read(clock),
            gateway: this.#gateway.read(clock.elapsedMs),
            hermesPause: readHermesPause(this.#home, clock.atMs),
          }
        : UNREAD),
      heavy: null,
    }
  }
}

const UNREAD = {
  holders: null,
  holdersAskedMs: null,
  gateway: { running: null, process: null, activeAgents: null, activeMs: null },
  hermesPause: null,
} as const

/** No samples for a while, or the machine slept: monotonic time stood still while the wall clock went on. */
function isGap(last: SampleClock, now: SampleClock): boolean {
  const watchedMs = now.elapsedMs - last.elapsedMs
  return watchedMs > MAX_SAMPLE_GAP_MS || now.atMs - last.atMs - watchedMs > MAX_SAMPLE_GAP_MS
}
