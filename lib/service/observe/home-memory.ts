/**
 * Steward's stored data about one home: roll-ups, samples, the last walk. A full or read-only disk under
 * Steward's data must never hide the home, so failures are kept as messages and reading continues.
 */
import { dirname } from 'node:path'
import type { StateDb } from '../../collect/database/database-facts.ts'
import { HomeFaultError } from '../../collect/database/open-state-db.ts'
import type { ScanCache } from '../../collect/scan/scan-types.ts'
import type { CountedMessages } from '../../collect/sessions/read-session-fingerprints.ts'
import type { DatabaseCount } from '../../domain/database/database-count.ts'
import type { Fault } from '../../domain/home/fault.ts'
import { partNotices } from '../../domain/home/notices.ts'
import type { CounterSample, StorageSample } from '../../domain/home/sample.ts'
import type { DatabaseFacts } from '../../domain/home/snapshot.ts'
import type { Memory } from '../../domain/overview/build-overview.ts'
import type { Notice } from '../../domain/overview/overview.ts'
import type { UsageReading } from '../../domain/tokens/count-usage.ts'
import type { PrunedUsage } from '../../domain/tokens/pruned-usage.ts'
import type { TokenSums } from '../../domain/tokens/token-sums.ts'
import { spentBeforeStart } from '../../domain/watch/burn/spent-before-start.ts'
import type { BeforeStart } from '../../domain/watch/detector.ts'
import { silenceBeforeStart } from '../../domain/watch/silence-before-start.ts'
import { failed } from '../../shared/result.ts'
import { DAY_MS, HOUR_MS, hasPassed, MINUTE_MS } from '../../shared/time.ts'
import { describeStoreError } from '../../store/describe-store-error.ts'
import { rememberHome } from '../../store/homes.ts'
import type { Store } from '../../store/open-store.ts'
import { countWaitingPlans } from '../../store/plans/plans.ts'
import {
  deleteCounterSamplesAfter,
  newestCounterSampleMs,
  readCounterSamples,
  recordCounterSample,
} from '../../store/samples/counter-samples.ts'
import { readDatabaseCount, writeDatabaseCount } from '../../store/samples/database-counts.ts'
import { readIndexState } from '../../store/samples/index-state.ts'
import {
  type OrphanTotals,
  readOrphanMessageTotals,
  readSessionHours,
  type SessionHour,
  type SessionMessageTotals,
} from '../../store/samples/message-rollups.ts'
import { readFaultyMessages, type StoredNulMessage } from '../../store/samples/nul-messages.ts'
import { readPrunedUsage } from '../../store/samples/pruned-usage.ts'
import { readScanCache, writeScanCache } from '../../store/samples/scan-cache.ts'
import {
  readStorageHistory,
  readStorageSamples,
  recordStorageSample,
} from '../../store/samples/storage-samples.ts'
import { thinSamples } from '../../store/samples/thin-samples.ts'
import { countTokens, readTokenCounter } from '../../store/samples/token-counter.ts'
import { type IndexInput, type IndexProgress, indexMessages } from './index-messages.ts'
import { MessageTotalsCache } from './message-totals-cache.ts'
import { MonotonicClock } from './monotonic-clock.ts'
import { reconcileMessages } from './reconcile-messages.ts'
import { searchNulMessages } from './search-nul-messages.ts'

const RECONCILE_EVERY_MS = 10 * MINUTE_MS
const THIN_EVERY_MS = HOUR_MS
const HISTORY_DAYS = 90
const HISTORY_POINTS = 180

export class HomeMemory {
  readonly #store: Store
  readonly #homeId: number
  readonly #messages: MessageTotalsCache
  readonly #clock: MonotonicClock
  readonly #elapsed: () => number
  /** By the monotonic clock. */
  #thinnedMs = Number.NEGATIVE_INFINITY
  #readTrouble: string | null = null
  /** Kept until a write succeeds, because reading works on a full disk too. */
  #writeTrouble: string | null = null
  #homeFault: Fault | null = null
  #isSearched = true

  /** `elapsed`: milliseconds of a monotonic clock. */
  constructor(store: Store, homePath: string, elapsed: () => number = () => performance.now()) {
    this.#store = store
    this.#homeId = rememberHome(store, homePath)
    this.#messages = new MessageTotalsCache(store, this.#homeId)
    this.#elapsed = elapsed
    this.#clock = new MonotonicClock(newestCounterSampleMs(store, this.#homeId), elapsed)
  }

  /** The time by the monotonic clock: a lower bound, by which old samples are deleted. */
  monotonicTime(nowMs: number): number {
    return this.#clock.at(nowMs)
  }

  /** Counts new messages for at most `budgetMs`. Null if Steward's database cannot store them. */
  index(db: StateDb, facts: DatabaseFacts, nowMs: number, budgetMs: number): IndexProgress | null {
    this.#homeFault = null
    const startedMs = performance.now()
    return this.#tend(() => {
      const input = {
        store: this.#store,
        homeId: this.#homeId,
        db,
        capabilities: facts.capabilities,
        identity: facts.identity,
        nowMs,
        budgetMs,
      }
      const progress = indexMessages(input)
      this.#messages.advance(progress)
      const due = hasPassed(RECONCILE_EVERY_MS, progress.lastReconciledMs ?? 0, nowMs)
      if (progress.complete && due) {
        this.#messages.clear()
        reconcileMessages(input)
      }
      this.#search({ ...input, budgetMs: Math.max(0, budgetMs - (performance.now() - startedMs)) }, progress)
      return progress
    })
  }

  /** False while messages are still to be searched for a NUL. */
  get isSearched(): boolean {
    return this.#isSearched
  }

  /** Messages whose deletion would damage the trigram index, as far as searched. */
  faultyMessages(): readonly StoredNulMessage[] {
    return this.#read(() => readFaultyMessages(this.#store, this.#homeId)) ?? []
  }

  /** Message counts by session, as far as counted. */
  sessionMessages(): ReadonlyMap<string, SessionMessageTotals> | null {
    return this.#read(() => this.#messages.read())
  }

  /** Every session's message counts. Null until all are counted. */
  messageFingerprints(): CountedMessages | null {
    const state = this.#read(() => readIndexState(this.#store, this.#homeId))
    const sessions = this.sessionMessages()
    if (!state?.complete || sessions === null) return null
    return { highWater: state.highWater, messages: state.messages, sessions }
  }

  /** A session's messages by hour. Null if Steward's database cannot be read. */
  sessionHours(id: string, limit: number): readonly SessionHour[] | null {
    return this.#read(() => readSessionHours(this.#store, this.#homeId, id, limit))
  }

  /** Counted messages whose session is not among these. */
  orphanMessages(knownIds: ReadonlySet<string>): OrphanTotals | null {
    return this.#read(() => readOrphanMessageTotals(this.#store, this.#homeId, knownIds))
  }

  /** Oldest first, bounds inclusive: one per hour, and one per minute in the last two days. */
  counterSamples(fromMs: number, toMs: number): CounterSample[] {
    const recentMs = Math.max(fromMs, toMs - 2 * DAY_MS)
    return [
      ...(recentMs > fromMs ? this.#countersBetween(fromMs, recentMs - 1, HOUR_MS) : []),
      ...this.#countersBetween(recentMs, toMs, MINUTE_MS),
    ]
  }

  /** Every stored sample, oldest first, bounds inclusive. */
  everyCounterSample(fromMs: number, toMs: number): CounterSample[] {
    return this.#countersBetween(fromMs, toMs)
  }

  /** The last day, and an hour more, so that its first minutes are between two samples. */
  watchedBefore(nowMs: number): BeforeStart {
    const samples = this.#countersBetween(nowMs - DAY_MS - HOUR_MS, nowMs)
    return { spent: spentBeforeStart(samples, nowMs), quiet: silenceBeforeStart(samples, nowMs) }
  }

  /** Deletes samples from the future, which a wrong clock wrote. */
  forgetCountersAfter(atMs: number): void {
    this.#tend(() => deleteCounterSamplesAfter(this.#store, this.#homeId, atMs))
  }

  /** Usage of pruned sessions. Null if Steward's database cannot be read. */
  prunedUsage(): readonly PrunedUsage[] | null {
    return this.#read(() => readPrunedUsage(this.#store, this.#homeId))
  }

  /** Adds to the token counter. False if Steward's database cannot be written. */
  countUsage(reading: UsageReading): boolean {
    return this.#tend(() => countTokens(this.#store, this.#homeId, reading) ?? true) ?? false
  }

  /** Tokens used since Steward first read this home. Null if unknown. */
  tokenCounter(): TokenSums | null {
    return this.#read(() => readTokenCounter(this.#store, this.#homeId))
  }

  /** Plans are stored by the home's id, not by its path. */
  waitingPlans(home: string, nowMs: number): number | null {
    return this.#read(() => countWaitingPlans(this.#store, home, nowMs))
  }

  readDatabaseCount(): DatabaseCount | null {
    return this.#read(() => readDatabaseCount(this.#store, this.#homeId))
  }

  writeDatabaseCount(count: DatabaseCount): void {
    this.#write(() => writeDatabaseCount(this.#store, this.#homeId, count))
  }

  recordCounters(sample: CounterSample): void {
    this.#write(() => recordCounterSample(this.#store, this.#homeId, sample))
    const elapsedMs = this.#elapsed()
    const monotonicMs = this.monotonicTime(sample.atMs)
    if (elapsedMs - this.#thinnedMs < THIN_EVERY_MS) return
    this.#thinnedMs = elapsedMs
    this.#tend(() => thinSamples(this.#store, this.#homeId, monotonicMs))
  }

  recordStorage(sample: StorageSample): void {
    this.#write(() => recordStorageSample(this.#store, this.#homeId, sample))
  }

  /** Bytes per class over the last week, oldest first. */
  storageSamples(nowMs: number): StorageSample[] {
    return this.#read(() => readStorageSamples(this.#store, this.#homeId, nowMs - 7 * DAY_MS, nowMs)) ?? []
  }

  recall(nowMs: number): Memory {
    return {
      storage: this.storageSamples(nowMs),
      history:
        this.#read(() =>
          readStorageHistory(this.#store, this.#homeId, nowMs - HISTORY_DAYS * DAY_MS, HISTORY_POINTS),
        ) ?? [],
    }
  }

  readWalk(): ScanCache | null {
    const stored = this.#read(() => readScanCache(this.#store, this.#homeId))
    return stored === null ? null : parseWalk(stored.body)
  }

  writeWalk(cache: ScanCache, atMs: number): void {
    this.#write(() => writeScanCache(this.#store, this.#homeId, { atMs, body: JSON.stringify(cache) }))
  }

  notices(): Notice[] {
    const home = this.#homeFault === null ? [] : partNotices([failed(this.#homeFault)])
    const trouble = this.#writeTrouble ?? this.#readTrouble
    if (trouble === null) return home
    return [...home, memoryNotice(trouble, this.#writeTrouble === null ? 'read' : 'write')]
  }

  /** A failure must not hide what was counted. It is retried with the next read. */
  #search(input: IndexInput, { complete }: IndexProgress): void {
    this.#isSearched = complete && (this.#tend(() => searchNulMessages(input)) ?? true)
  }

  #countersBetween(fromMs: number, toMs: number, stepMs?: number): CounterSample[] {
    return this.#read(() => readCounterSamples(this.#store, this.#homeId, fromMs, toMs, stepMs)) ?? []
  }

  #read<T>(work: () => T): T | null {
    try {
      const value = work()
      this.#readTrouble = null
      return value
    } catch (error) {
      this.#readTrouble = this.#describe(error)
      return null
    }
  }

  /** For work that always writes, so that its success proves that writing works. */
  #write(work: () => void): void {
    if (this.#tend(() => work() ?? true) !== null) this.#writeTrouble = null
  }

  /** For work that may have nothing to write, so that its success proves nothing. */
  #tend<T>(work: () => T): T | null {
    try {
      return work()
    } catch (error) {
      if (error instanceof HomeFaultError) this.#homeFault = error.fault
      else this.#writeTrouble = this.#describe(error)
      return null
    }
  }

  #describe(error: unknown): string {
    return describeStoreError(error, dirname(this.#store.db.name))
  }
}

export const memoryNotice = (detail: string, what: 'read' | 'write' = 'write'): Notice => ({
  code: 'memory-unavailable',
  title: `Steward cannot ${what} its own records`,
  detail: `${detail}. The home is still read and shown; growth and burn are not measured until this is mended.`,
  level: 'warn',
})

function parseWalk(body: string): ScanCache | null {
  try {
    return JSON.parse(body)
  } catch {
    // An unreadable cache only costs one full walk.
    return null
  }
}
