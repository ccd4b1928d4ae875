/**
 * Samples one home, every five seconds in the server. Keeps the last hour in memory and the rest in Steward's
 * database, and composes the watch page's data from each sample. Runs in the collector's worker.
 */
import { LightSampleReader } from '../../collect/watch/light-sample-reader.ts'
import { assessWal } from '../../domain/database/assess-wal.ts'
import type { Fault } from '../../domain/home/fault.ts'
import type { HomeRef } from '../../domain/home/home.ts'
import { BurnMemory } from '../../domain/watch/burn/burn-memory.ts'
import { restoreBurn } from '../../domain/watch/burn/restore-burn.ts'
import { composeWatchState, withPausedDatabase } from '../../domain/watch/compose-watch-state.ts'
import type { HomeSigns } from '../../domain/watch/home-signs.ts'
import type { Advice } from '../../domain/watch/incidents/advice.ts'
import type { Incident } from '../../domain/watch/incidents/incident.ts'
import type { HeavySample, LightSample } from '../../domain/watch/light-sample.ts'
import { DEFAULT_LIMITS, type WatchLimits } from '../../domain/watch/limits/limits.ts'
import type { WatchHistory, WatchState } from '../../domain/watch/watch-state.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../shared/time.ts'
import { EarlierDays } from './earlier-days.ts'
import { msToMidnight } from './ms-to-midnight.ts'
import { SampleWriter } from './sample-writer.ts'
import type { WatchMemory } from './watch-memory.ts'

export const SAMPLE_EVERY_MS = 5 * SECOND_MS
const SLOW_EVERY_MS = 15 * MINUTE_MS
const SLOW_AGAIN_MS = 30 * SECOND_MS
const LONGEST_PAUSE_MS = 30 * MINUTE_MS

/** Data the assessed home adds to the samples. */
export type SlowSigns = {
  readonly heavy: HeavySample
  /** Its files were walked. Until then it is retried soon. */
  readonly complete: boolean
  readonly jobNames: ReadonlyMap<string, string>
  readonly growthBytesPerDay: number | null
  /** Null where the database could not be read. */
  readonly journalMode: string | null
  readonly schemaVersion: number | null
}

/** The detector's result for a sample. */
export type IncidentState = {
  readonly incidents: readonly Incident[]
  readonly closedThisWeek: number
  readonly lastClosed?: NonNullable<WatchState['lastClosed']>
  /** By the incident's id. */
  readonly advice?: Readonly<Record<string, Advice>>
}

/** Where detection, incidents and notifications plug in. */
export type WatchParts = {
  readonly limits: () => WatchLimits
  /** `tookMs` is how long sampling took. */
  readonly onSample: (sample: LightSample, tookMs: number) => IncidentState
  /** Reading was paused for this long and resumed automatically. */
  readonly onResumed?: (pausedForMs: number, atMs: number) => void
}

/** For samples without detection. */
export const NO_PARTS: WatchParts = {
  limits: () => DEFAULT_LIMITS,
  onSample: () => ({ incidents: [], closedThisWeek: 0 }),
}

export type SamplerOptions = WatchParts & {
  /** Null while Steward's database cannot be opened. The last hour is then only in memory. */
  readonly memory: WatchMemory | null
  /** Null before the home was read at all. */
  readonly slowSigns: (largeFileBytes: number) => SlowSigns | null
  /** Facts about the home beyond its samples, if they are read. */
  readonly homeSigns?: (nowMs: number) => HomeSigns | null
  readonly clock: () => number
  /** Milliseconds by a clock that never jumps. */
  readonly elapsed: () => number
  /** Why nothing of this home may be read. */
  readonly blocked?: Fault | null
}

export type WatchAnswer = { readonly state: WatchState; readonly history: WatchHistory }

export class Sampler {
  readonly #home: HomeRef
  readonly #options: SamplerOptions
  readonly #reader: LightSampleReader
  readonly #burn = new BurnMemory()
  readonly #writer: SampleWriter | null
  readonly #earlier: EarlierDays | null
  #slow: SlowSigns | null = null
  #slowDueMs = 0
  #state: WatchState | null = null
  #paused: { readonly atMs: number; readonly elapsedMs: number } | null = null

  constructor(home: HomeRef, options: SamplerOptions) {
    this.#home = home
    this.#options = options
    const { memory } = options
    this.#reader = new LightSampleReader(home, {
      blocked: options.blocked ?? null,
      countUsage: memory === null ? null : (reading) => memory.countUsage(reading),
    })
    this.#writer = memory === null ? null : new SampleWriter(memory)
    this.#earlier = memory === null ? null : new EarlierDays(memory)
  }

  /** Takes a sample. While reading is paused, the database's part is the last one. */
  takeSample(): WatchState {
    const elapsedMs = this.#options.elapsed()
    this.#resumeForgotten(elapsedMs)
    if (this.#paused !== null && this.#state !== null) return this.#refreshHomeSigns(this.#state, elapsedMs)
    if (this.#state === null) this.#restore()
    const { heavy, limits } = {
      heavy: this.#slowSigns(elapsedMs)?.heavy ?? null,
      limits: this.#options.limits(),
    }
    const sample = { ...this.#reader.read({ atMs: this.#options.clock(), elapsedMs }), heavy }
    this.#burn.add(sample, limits.tokensPerMinute)
    this.#writer?.write(sample, elapsedMs)
    const tookMs = this.#options.elapsed() - elapsedMs
    this.#state = this.#compose(sample, limits, this.#options.onSample(sample, tookMs))
    return this.#state
  }

  /** The last sample and the hour before it, for a watch page that opens. */
  answer(): WatchAnswer {
    const state = this.#state ?? this.takeSample()
    return {
      state,
      history: {
        points: this.#burn.points,
        ...(this.#earlier?.yesterdaysHour(state.seenMs) ?? { yesterday: [], yesterdayFromMs: 0 }),
      },
    }
  }

  /** Pauses reading the database until resumed, for at most half an hour. Returns the watch page's data. */
  pause(paused: boolean): WatchState {
    const state = this.#state ?? this.takeSample()
    const { clock, elapsed } = this.#options
    this.#paused = paused ? (this.#paused ?? { atMs: clock(), elapsedMs: elapsed() }) : null
    this.#state = { ...state, pausedMs: this.#paused?.atMs ?? null }
    return this.#state
  }

  /** Called after a file scan, so that the next sample reads the slow signs again. */
  slowSignsChanged(): void {
    this.#slowDueMs = Number.NEGATIVE_INFINITY
  }

  /** Null before the first sample. */
  get last(): WatchState | null {
    return this.#state
  }

  get paused(): boolean {
    return this.#paused !== null
  }

  /** A forgotten pause would leave the home unwatched for good. */
  #resumeForgotten(elapsedMs: number): void {
    if (this.#paused === null || elapsedMs - this.#paused.elapsedMs < LONGEST_PAUSE_MS) return
    this.#paused = null
    this.#options.onResumed?.(LONGEST_PAUSE_MS, this.#options.clock())
  }

  /** The disk fills and gateways end during a pause too, and neither needs the database. */
  #refreshHomeSigns(state: WatchState, elapsedMs: number): WatchState {
    const around = this.#reader.readWithoutDatabase({ atMs: this.#options.clock(), elapsedMs })
    const sample = { ...around, heavy: this.#slow?.heavy ?? null }
    const detected = this.#options.onSample(sample, this.#options.elapsed() - elapsedMs)
    this.#state = withPausedDatabase(state, sample, detected)
    return this.#state
  }

  #compose(sample: LightSample, limits: WatchLimits, detected: IncidentState): WatchState {
    const { incidents, closedThisWeek, lastClosed, advice } = detected
    const earlier = this.#earlier?.burnAt(sample.atMs)
    const state = composeWatchState({
      homeId: this.#home.id,
      demo: this.#home.demo,
      everyMs: SAMPLE_EVERY_MS,
      sample,
      samples: this.#burn.samples,
      minutes: this.#burn.minutes,
      yesterdayPerMinute: earlier?.yesterdayPerMinute ?? null,
      lastWeekPerMinute: earlier?.lastWeekPerMinute ?? null,
      msToMidnight: msToMidnight(sample.atMs),
      limitPerMinute: limits.tokensPerMinute,
      aboveLimitMs: this.#burn.aboveLimitMs,
      jobNames: this.#slow?.jobNames ?? new Map(),
      growthBytesPerDay: this.#slow?.growthBytesPerDay ?? null,
      walWords: this.#describeWal(sample),
      incidents,
      closedThisWeek,
      pausedMs: this.#paused?.atMs ?? null,
    })
    const signs = this.#options.homeSigns?.(sample.atMs) ?? null
    return {
      ...state,
      ...(lastClosed === undefined ? {} : { lastClosed }),
      ...(advice === undefined ? {} : { advice }),
      ...(signs === null ? {} : { signs }),
    }
  }

  #describeWal({ database, holders }: LightSample): string {
    const { journalMode = null, schemaVersion = null } = this.#slow ?? {}
    if (!database.ok || journalMode === null) return ''
    return assessWal({ journalMode, walBytes: database.value.walBytes ?? 0, schemaVersion, holders }).message
  }

  #slowSigns(elapsedMs: number): SlowSigns | null {
    if (this.#slow === null || elapsedMs >= this.#slowDueMs) {
      const { session, overrides } = this.#options.limits()
      const smallest = Math.min(
        session.fileBytes,
        ...Object.values(overrides).map(({ fileBytes }) => fileBytes ?? session.fileBytes),
      )
      this.#slow = this.#options.slowSigns(smallest) ?? this.#slow
      this.#slowDueMs = elapsedMs + (this.#slow?.complete ? SLOW_EVERY_MS : SLOW_AGAIN_MS)
    }
    return this.#slow
  }

  /** Restores the last hour as far as an earlier process stored it. */
  #restore(): void {
    const nowMs = this.#options.clock()
    const samples = this.#options.memory?.everyCounterSample(nowMs - 2 * HOUR_MS, nowMs) ?? []
    const { points, minutes } = restoreBurn(samples, nowMs, SAMPLE_EVERY_MS)
    this.#burn.restore(points, minutes)
  }
}
