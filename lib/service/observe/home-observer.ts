/**
 * Keeps the observation of one home fresh with as little disk access as possible: its caches reread the
 * database when its files changed, and folders when their signatures did. Runs in the collector's worker and
 * never blocks longer than one short pass.
 */
import { homeSignature, type StateDb } from '../../collect/database/database-facts.ts'
import { readHermesPause } from '../../collect/home/read-hermes-pause.ts'
import { readOwnership } from '../../collect/home/read-ownership.ts'
import { cronJobOf } from '../../domain/cron/cron.ts'
import { assessHome } from '../../domain/home/assess-home.ts'
import type { AssessedHome } from '../../domain/home/assessed-home.ts'
import type { CountProgress } from '../../domain/home/count-progress.ts'
import type { Fault } from '../../domain/home/fault.ts'
import type { HomeRef, Part } from '../../domain/home/home.ts'
import { findRefusals, type Refusal } from '../../domain/home/refusals.ts'
import type { DatabaseFacts } from '../../domain/home/snapshot.ts'
import { burnOverview, NO_BURN } from '../../domain/overview/burn-overview.ts'
import { stoppedActions } from '../../domain/plan/stopped-by.ts'
import { failed } from '../../shared/result.ts'
import { HOUR_MS, hasPassed, MINUTE_MS, SECOND_MS } from '../../shared/time.ts'
import { settledWithin } from '../../shared/within.ts'
import type { KnownSession } from '../watch/adviser.ts'
import { HomeSignsCache } from '../watch/home-signs-cache.ts'
import type { IncidentTracker } from '../watch/incident-tracker.ts'
import { Sampler, type SlowSigns, type WatchParts } from '../watch/sampler.ts'
import { slowSignsOf } from '../watch/slow-signs.ts'
import { type TrackOptions, trackIncidents } from '../watch/track-incidents.ts'
import { CommitCounter } from './commit-counter.ts'
import { composeObservation, type Observation } from './compose-observation.ts'
import { composeSnapshot } from './compose-snapshot.ts'
import { DatabaseCache } from './database-cache.ts'
import { FileCache } from './file-cache.ts'
import type { HomeMemory } from './home-memory.ts'
import { readStateDb } from './read-database-side.ts'

export type ObserverOptions = TrackOptions & {
  readonly readOnly: boolean
  /** Why the lock of this home prevents writing. Null if it does not. */
  readonly lockRefusal?: (homePath: string) => Refusal | null
  /** Receives the samples instead of incident tracking. */
  readonly watch?: WatchParts
  /** Milliseconds of a monotonic clock. */
  readonly elapsed?: () => number
  /** Why nothing of this home may be read. */
  readonly blocked?: Fault | null
  /** Notes which home is worked on. Every part that follows a wait calls it again, because others work meanwhile. */
  readonly atWork?: <T>(homePath: string, work: () => T) => T
}

/** An observation younger than this is reused unless the home changed since. */
const FRESH_MS = 2 * SECOND_MS
const LAST_KNOWN_MS = MINUTE_MS
const FULL_WALK_EVERY_MS = 6 * HOUR_MS
const STORAGE_SAMPLE_EVERY_MS = 15 * MINUTE_MS
/** Without visitors a home is read rarely, because the sampler tracks its usage. */
const UNWATCHED = { staleMs: 10 * MINUTE_MS, restMs: 5 * MINUTE_MS }
/** How long a first visitor waits for the walk before seeing the rest without it. */
const FIRST_WALK_WAIT_MS = 3 * SECOND_MS
const WALK_WAIT_MS = 400

export class HomeObserver {
  readonly home: HomeRef
  readonly commits: CommitCounter
  readonly incidents: IncidentTracker
  readonly sampler: Sampler
  readonly #memory: HomeMemory | string
  readonly #options: ObserverOptions
  readonly #database: DatabaseCache
  readonly #files: FileCache
  #assessed: AssessedHome | null = null
  #observation: Observation | null = null
  #observedMs = 0
  #signature = ''
  #storageSampleMs = 0

  /** `memory` is a sentence if Steward's database cannot be opened. */
  constructor(home: HomeRef, memory: HomeMemory | string, options: ObserverOptions) {
    this.home = home
    this.commits = new CommitCounter(home.path)
    this.#memory = memory
    this.#options = options
    this.incidents = trackIncidents(home, this.memory, options, {
      observationSince: (atMs) => this.#observationSince(atMs),
      findSession: (id) => this.#sessionBy(id),
    })
    const blocked = options.blocked ?? null
    const beforeRead = () => {
      this.#assessed = null
    }
    this.#database = new DatabaseCache(home, this.memory, beforeRead, blocked)
    const signs = new HomeSignsCache(this, () => this.#assessed)
    this.sampler = new Sampler(home, {
      ...(options.watch ?? this.incidents.parts),
      memory: this.memory,
      slowSigns: (largeFileBytes) => this.#slowSigns(largeFileBytes),
      homeSigns: (nowMs) => signs.at(nowMs),
      clock: options.clock,
      elapsed: options.elapsed ?? (() => performance.now()),
      blocked,
    })
    this.#files = new FileCache(home, {
      blocked,
      clock: options.clock,
      cache: this.memory?.readWalk() ?? null,
      onWalked: (nowMs) => {
        this.#assessed = null
        this.#sampleStorage(nowMs)
        this.sampler.slowSignsChanged()
      },
      onMeasured: () => {
        this.#assessed = null
        this.#observedMs = 0
      },
    })
  }

  /** A fresh observation, or the last one while reading is paused. */
  async observe(): Promise<Observation> {
    const nowMs = this.#options.clock()
    const signature = homeSignature(this.home.path)
    const isFresh = !hasPassed(FRESH_MS, this.#observedMs, nowMs) && signature === this.#signature
    if (this.#observation !== null && (isFresh || this.sampler.paused)) return this.#observation
    this.#signature = signature
    this.#noted(() => this.#database.readIfChanged(nowMs))
    if (this.#files.isDue(nowMs)) {
      const waitMs = this.#files.side === null ? FIRST_WALK_WAIT_MS : WALK_WAIT_MS
      await settledWithin(this.#files.walk(false), waitMs)
    }
    return this.#noted(() => this.#compose(this.#options.clock()))
  }

  /** The assessed home behind the observation, at most this old. */
  async assessed(atMostMs = 0): Promise<AssessedHome> {
    if (this.#assessed !== null && !hasPassed(atMostMs, this.#observedMs, this.now())) return this.#assessed
    await this.observe()
    return this.#assessed ?? this.#noted(() => this.#assess(this.#options.clock()))
  }

  /**
   * The home assessed right now with every file listed, because a plan must not mistake an unread folder for
   * an empty one. Builds no overview.
   */
  async assessedNow(): Promise<AssessedHome> {
    if (this.#files.side === null) await this.#files.walk(false)
    else if (this.#files.isDue(this.now())) await settledWithin(this.#files.walk(false), WALK_WAIT_MS)
    return this.#noted(() => {
      const nowMs = this.now()
      this.#database.readIfChanged(nowMs)
      this.#assessed = this.#assess(nowMs)
      return this.#assessed
    })
  }

  /** Why Steward would not write to this home. `store`: also what only git looks into. */
  refusals({ snapshot }: AssessedHome, { store } = { store: false }): Refusal[] {
    const { readOnly, lockRefusal } = this.#options
    const ownership = readOwnership(this.home.path, { store })
    const lock = readOnly ? null : (lockRefusal?.(this.home.path) ?? null)
    return findRefusals(snapshot.database, snapshot.config, readOnly, ownership, lock)
  }

  /** Nothing Steward does may change a home. */
  get isReadOnly(): boolean {
    return this.#options.readOnly
  }

  /** This observer no longer watches the home. */
  stop(): void {
    this.incidents.stop()
  }

  /** The time a response refers to. */
  now(): number {
    return this.#options.clock()
  }

  /** How far git is with the shared checkpoint store. */
  get git(): Pick<FileCache, 'measuring' | 'isMeasured' | 'isMeasuredThisTime'> {
    return this.#files
  }

  /** Stored data about this home. Null while Steward's database cannot be opened. */
  get memory(): HomeMemory | null {
    return typeof this.#memory === 'string' ? null : this.#memory
  }

  /** One short read of the database, for data the observation does not contain. */
  readDatabase<T>(read: (db: StateDb, facts: DatabaseFacts) => T): Part<T> {
    if (this.#options.blocked) return failed(this.#options.blocked)
    if (this.sampler.paused) return failed({ code: 'reads-paused' })
    return readStateDb(this.home.path, read)
  }

  /** The last observation, or one composed of cached data. Reads nothing. */
  lastKnown(): Observation {
    const nowMs = this.now()
    if (this.#observation !== null && !hasPassed(LAST_KNOWN_MS, this.#observedMs, nowMs))
      return this.#observation
    return this.#compose(nowMs)
  }

  /** Background upkeep: keeps samples coming without visitors. Returns whether messages wait to be counted. */
  async keepUp(): Promise<boolean> {
    const nowMs = this.#options.clock()
    if (this.sampler.paused) return false
    this.#database.readIfChanged(nowMs, UNWATCHED)
    // Observing scans only changed signatures, so visits must not postpone the full scan.
    const isFullWalkDue = hasPassed(FULL_WALK_EVERY_MS, this.#files.fullWalkMs, nowMs)
    if (isFullWalkDue || hasPassed(STORAGE_SAMPLE_EVERY_MS, this.#files.walkedMs, nowMs))
      await this.#files.walk(isFullWalkDue)
    return this.#database.isBehind
  }

  /** Reads every file, whatever the signatures say. For use after a manual cleanup. */
  async countAgain(): Promise<void> {
    await this.#files.walkAgain()
    this.#observedMs = 0
  }

  /** One slice of counting, for the times when the first count is still under way. */
  countOn(): boolean {
    return this.#database.countOn(this.#options.clock())
  }

  #noted<T>(work: () => T): T {
    const { atWork } = this.#options
    return atWork === undefined ? work() : atWork(this.home.path, work)
  }

  #assess(nowMs: number): AssessedHome {
    const { side, readMs } = this.#database
    const assessed = assessHome(composeSnapshot(this.home, readMs, side, this.#files.side), nowMs, {
      lastHourMs: (hour) => lastLocalHourMs(hour, nowMs),
      messageBytes: (id) => this.#database.messageBytes(id),
    })
    this.#database.keepAssessed(assessed.snapshot.rows)
    return assessed
  }

  #observationSince(atMs: number): Observation | null {
    return this.#database.side !== null && atMs > this.#observedMs ? this.lastKnown() : this.#observation
  }

  #sessionBy(id: string): KnownSession | null {
    const row = this.#assessed?.sessions?.find((session) => session.id === id)
    return row === undefined ? null : { source: row.source, cronJobId: cronJobOf(id) }
  }

  /** From cached data. Reads nothing. */
  #slowSigns(largeFileBytes: number): SlowSigns | null {
    if (this.#database.side === null) return null
    const nowMs = this.#options.clock()
    this.#assessed ??= this.#assess(nowMs)
    return slowSignsOf(this.#assessed, this.memory, largeFileBytes, this.#files.walkedMs, nowMs)
  }

  #compose(nowMs: number): Observation {
    const assessed = this.#assess(nowMs)
    this.#assessed = assessed
    this.#observation = composeObservation(this.home, assessed, {
      memory: this.#memory,
      refusals: this.refusals(assessed).map((refusal) => ({
        ...refusal,
        stops: stoppedActions(refusal.code),
      })),
      pause: this.#options.blocked ? null : readHermesPause(this.home, nowMs),
      incidentNotices: this.incidents.notices(),
      progress: this.#progress(),
      burn: this.sampler.last === null ? NO_BURN : burnOverview(this.sampler.last.burn),
      costMs: this.#database.costMs,
      nowMs,
    })
    this.#observedMs = nowMs
    return this.#observation
  }

  #progress(): CountProgress | null {
    const { side, progress } = this.#files
    const { counting, index } = this.#database
    if (side !== null && progress === null && !counting) return null
    return {
      filesCounted: progress?.files ?? 0,
      filesExpected: null,
      indexed: index?.indexed ?? 0,
      indexTotal: index?.totalEstimate ?? null,
    }
  }

  #sampleStorage(nowMs: number): void {
    if (this.memory === null || !hasPassed(STORAGE_SAMPLE_EVERY_MS, this.#storageSampleMs, nowMs)) return
    const { side, cache } = this.#files
    if (!side?.storage.ok || cache === null) return
    this.#storageSampleMs = nowMs
    const classes = Object.fromEntries(side.storage.value.classes.map(({ id, bytes }) => [id, bytes]))
    this.memory.recordStorage({ atMs: nowMs, classes })
    this.memory.writeWalk(cache, nowMs)
  }
}

/** The last moment at which the operator's clock showed this full hour: Hermes resets chats by local time. */
function lastLocalHourMs(hour: number, nowMs: number): number {
  const moment = new Date(nowMs)
  moment.setHours(hour, 0, 0, 0)
  if (moment.getTime() > nowMs) moment.setDate(moment.getDate() - 1)
  return moment.getTime()
}
