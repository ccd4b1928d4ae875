/**
 * Caches a home's files: one walk at a time, unchanged folders reused from the last walk, and checkpoints
 * measured by git in the background.
 */
import { measureV2Projects, type V2Measure } from '../../collect/checkpoints/measure-checkpoints.ts'
import { WorkdirProbes } from '../../collect/checkpoints/workdir-probes.ts'
import type { ScanCache, ScanProgress } from '../../collect/scan/scan-types.ts'
import type { Fault } from '../../domain/home/fault.ts'
import type { HomeRef } from '../../domain/home/home.ts'
import { hasPassed } from '../../shared/time.ts'
import { type FileSide, readFileSide, withMeasures } from './read-file-side.ts'
import { unreadFiles } from './unread-sides.ts'

export type FileCacheOptions = {
  readonly clock: () => number
  /** The last walk before a restart. */
  readonly cache: ScanCache | null
  readonly onWalked: (nowMs: number) => void
  readonly onMeasured: () => void
  /** Why nothing may be read. */
  readonly blocked?: Fault | null
}

/** Minimum pause between two walks. */
const REST_MS = 500

export class FileCache {
  readonly #home: HomeRef
  readonly #options: FileCacheOptions
  readonly #probes: WorkdirProbes
  #side: FileSide | null = null
  #cache: ScanCache | null
  #walkedMs = 0
  #fullWalkMs = 0
  #costMs = 0
  #walking: Promise<void> | null = null
  #progress: ScanProgress | null = null
  #measured: ReadonlyMap<string, V2Measure> = new Map()
  /** Projects git has answered for in the current pass. Null if none is running. */
  #asked: Set<string> | null = null

  constructor(home: HomeRef, options: FileCacheOptions) {
    this.#home = home
    this.#options = options
    this.#cache = options.cache
    this.#probes = new WorkdirProbes(home.path)
  }

  /** Null until the first walk has ended. */
  get side(): FileSide | null {
    return this.#side
  }

  get cache(): ScanCache | null {
    return this.#cache
  }

  get walkedMs(): number {
    return this.#walkedMs
  }

  get fullWalkMs(): number {
    return this.#fullWalkMs
  }

  /** Whether a walk would cost little compared with the time since the last one. */
  isDue(nowMs: number): boolean {
    return hasPassed(Math.max(REST_MS, 20 * this.#costMs), this.#walkedMs, nowMs)
  }

  /** Git is measuring the shared checkpoint store. */
  get measuring(): boolean {
    return this.#asked !== null
  }

  /** Git has measured this project in the current pass, or in the last one if none is running. */
  isMeasuredThisTime(projectId: string): boolean {
    return this.#asked?.has(projectId) ?? this.#measured.has(projectId)
  }

  /** Git has measured this project of the shared store as far as it can. */
  isMeasured(projectId: string): boolean {
    return this.#measured.has(projectId)
  }

  /** Progress of the current walk. Null if none is running. */
  get progress(): ScanProgress | null {
    return this.#progress
  }

  /** Joins the current walk, whatever its kind. `full` reads every file, whatever the signatures say. */
  walk(full: boolean): Promise<void> {
    this.#walking ??= this.#run(full).finally(() => {
      this.#walking = null
      this.#progress = null
    })
    return this.#walking
  }

  /** A separate full walk, after the current one. */
  async walkAgain(): Promise<void> {
    await this.#walking
    await this.walk(true)
  }

  async #run(full: boolean): Promise<void> {
    const nowMs = this.#options.clock()
    if (this.#options.blocked) {
      this.#side ??= unreadFiles(this.#options.blocked)
      this.#walkedMs = nowMs
      return
    }
    const startedMs = performance.now()
    const { side, cache } = await readFileSide({
      home: this.#home,
      cache: this.#cache,
      full: full || this.#cache === null,
      nowMs,
      measured: this.#measured,
      probes: this.#probes,
      onProgress: (progress) => {
        this.#progress = progress
      },
    })
    if (full || this.#cache === null) this.#fullWalkMs = nowMs
    this.#cache = cache
    this.#side = side
    this.#walkedMs = nowMs
    this.#costMs = performance.now() - startedMs
    this.#options.onWalked(nowMs)
    void this.#measureCheckpoints()
  }

  /** Git measures one project at a time, in the background, and remeasures only projects that changed. */
  async #measureCheckpoints(): Promise<void> {
    if (this.#asked !== null || !this.#side?.checkpoints.ok) return
    const ids = this.#side.checkpoints.value.items.filter(({ layout }) => layout === 'v2').map(({ id }) => id)
    if (ids.length === 0) return
    const asked = new Set<string>()
    this.#asked = asked
    try {
      this.#measured = await measureV2Projects(this.#home.path, ids, {
        previous: this.#measured,
        onProgress: (id) => asked.add(id),
      })
    } finally {
      this.#asked = null
    }
    if (this.#side !== null) {
      this.#side = { ...this.#side, checkpoints: withMeasures(this.#side.checkpoints, this.#measured) }
    }
    this.#options.onMeasured()
  }
}
