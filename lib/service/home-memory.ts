/**
 * What Steward remembers of one home: roll-ups, samples, the last walk. A full or read-only disk under our own
 * data must never hide the home itself, so every failure here is kept as words and the reading goes on.
 */
import type { StateDb } from '../collect/database-facts.ts'
import type { CountedMessages } from '../collect/read-session-marks.ts'
import type { ScanCache } from '../collect/scan/scan-types.ts'
import type { Memory } from '../domain/build-overview.ts'
import type { DatabaseCount } from '../domain/database-count.ts'
import type { Notice } from '../domain/overview.ts'
import type { CounterSample, StorageSample } from '../domain/sample.ts'
import type { DatabaseFacts } from '../domain/snapshot.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../shared/time.ts'
import {
  forgetCounterSamplesAfter,
  readCounterSamples,
  recordCounterSample,
} from '../store/counter-samples.ts'
import { readDatabaseCount, writeDatabaseCount } from '../store/database-counts.ts'
import { rememberHome } from '../store/homes.ts'
import { readIndexState } from '../store/index-state.ts'
import {
  type OrphanTotals,
  readOrphanMessageTotals,
  readSessionHours,
  readSessionMessages,
  type SessionHour,
  type SessionMessages,
} from '../store/message-rollups.ts'
import type { Store } from '../store/open-store.ts'
import { countWaitingPlans } from '../store/plans.ts'
import { readScanCache, writeScanCache } from '../store/scan-cache.ts'
import { readStorageHistory, readStorageSamples, recordStorageSample } from '../store/storage-samples.ts'
import { thinSamples } from '../store/thin-samples.ts'
import { type IndexProgress, indexMessages } from './index-messages.ts'
import { reconcileMessages } from './reconcile-messages.ts'

const RECONCILE_EVERY_MS = 10 * MINUTE_MS
const HISTORY_DAYS = 90
const HISTORY_POINTS = 180

export class HomeMemory {
  readonly #store: Store
  readonly #homeId: number
  #messages: Map<string, SessionMessages> | null = null
  #thinnedMs = 0
  #trouble: string | null = null

  constructor(store: Store, homePath: string) {
    this.#store = store
    this.#homeId = rememberHome(store, homePath)
  }

  /** For what belongs to no home alone, as plans do; its failures are the caller's to word. */
  get store(): Store {
    return this.#store
  }

  /** Counts new messages for at most `budgetMs`; null when our own database cannot take them. */
  index(db: StateDb, facts: DatabaseFacts, nowMs: number, budgetMs: number): IndexProgress | null {
    return this.#attempt(() => {
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
      if (progress.added > 0) this.#messages = null
      const due = nowMs - (progress.lastReconciledMs ?? 0) > RECONCILE_EVERY_MS
      if (progress.complete && due) {
        reconcileMessages(input)
        this.#messages = null
      }
      return progress
    })
  }

  /** What was counted of a session's messages, once everything is. */
  sessionMessages(): ReadonlyMap<string, SessionMessages> | null {
    this.#messages ??= this.#attempt(() => readSessionMessages(this.#store, this.#homeId))
    return this.#messages
  }

  /** Every session's messages as far as they are counted; null until all are. */
  messageMarks(): CountedMessages | null {
    const state = this.#attempt(() => readIndexState(this.#store, this.#homeId))
    const sessions = this.sessionMessages()
    if (!state?.complete || sessions === null) return null
    return { highWater: state.highWater, messages: state.messages, sessions }
  }

  /** A session's messages hour by hour; null when our own database cannot say. */
  sessionHours(id: string, limit: number): readonly SessionHour[] | null {
    return this.#attempt(() => readSessionHours(this.#store, this.#homeId, id, limit))
  }

  /** Counted messages whose session is not among these. */
  orphanMessages(knownIds: ReadonlySet<string>): OrphanTotals | null {
    return this.#attempt(() => readOrphanMessageTotals(this.#store, this.#homeId, knownIds))
  }

  /** From and to included, oldest first: hour by hour, and minute by minute through the last two days. */
  counterSamples(fromMs: number, toMs: number): CounterSample[] {
    const recentMs = Math.max(fromMs, toMs - 2 * DAY_MS)
    return [
      ...(recentMs > fromMs ? this.#countersBetween(fromMs, recentMs - 1, HOUR_MS) : []),
      ...this.#countersBetween(recentMs, toMs, MINUTE_MS),
    ]
  }

  /** Every sample there is, from and to included, oldest first. */
  everyCounterSample(fromMs: number, toMs: number): CounterSample[] {
    return this.#countersBetween(fromMs, toMs)
  }

  /** Samples labelled later than this were written by a clock that was wrong. */
  forgetCountersAfter(atMs: number): void {
    this.#attempt(() => forgetCounterSamplesAfter(this.#store, this.#homeId, atMs))
  }

  /** Plans are kept by the home's name, not by its path. */
  waitingPlans(home: string, nowMs: number): number | null {
    return this.#attempt(() => countWaitingPlans(this.#store, home, nowMs))
  }

  readDatabaseCount(): DatabaseCount | null {
    return this.#attempt(() => readDatabaseCount(this.#store, this.#homeId))
  }

  writeDatabaseCount(count: DatabaseCount): void {
    this.#attempt(() => writeDatabaseCount(this.#store, this.#homeId, count))
  }

  recordCounters(sample: CounterSample): void {
    this.#attempt(() => recordCounterSample(this.#store, this.#homeId, sample))
    if (sample.atMs - this.#thinnedMs < HOUR_MS) return
    this.#thinnedMs = sample.atMs
    this.#attempt(() => thinSamples(this.#store, this.#homeId, sample.atMs))
  }

  recordStorage(sample: StorageSample): void {
    this.#attempt(() => recordStorageSample(this.#store, this.#homeId, sample))
  }

  /** Bytes per class through the last week, oldest first. */
  storageSamples(nowMs: number): StorageSample[] {
    return this.#attempt(() => readStorageSamples(this.#store, this.#homeId, nowMs - 7 * DAY_MS, nowMs)) ?? []
  }

  recall(nowMs: number): Memory {
    return {
      storage: this.storageSamples(nowMs),
      history:
        this.#attempt(() =>
          readStorageHistory(this.#store, this.#homeId, nowMs - HISTORY_DAYS * DAY_MS, HISTORY_POINTS),
        ) ?? [],
      counters: [
        ...this.#countersBetween(nowMs - DAY_MS - HOUR_MS, nowMs - DAY_MS + HOUR_MS),
        ...this.#countersBetween(nowMs - 30 * MINUTE_MS, nowMs),
      ],
    }
  }

  readWalk(): ScanCache | null {
    const stored = this.#attempt(() => readScanCache(this.#store, this.#homeId))
    return stored === null ? null : parseWalk(stored.body)
  }

  writeWalk(cache: ScanCache, atMs: number): void {
    this.#attempt(() => writeScanCache(this.#store, this.#homeId, { atMs, body: JSON.stringify(cache) }))
  }

  notices(): Notice[] {
    if (this.#trouble === null) return []
    return [memoryNotice(this.#trouble)]
  }

  #countersBetween(fromMs: number, toMs: number, stepMs?: number): CounterSample[] {
    return this.#attempt(() => readCounterSamples(this.#store, this.#homeId, fromMs, toMs, stepMs)) ?? []
  }

  #attempt<T>(work: () => T): T | null {
    try {
      const value = work()
      this.#trouble = null
      return value
    } catch (error) {
      this.#trouble = error instanceof Error ? error.message : String(error)
      return null
    }
  }
}

export const memoryNotice = (detail: string): Notice => ({
  code: 'memory-unavailable',
  title: 'Steward cannot write its own notes',
  detail: `${detail}. The home is still read and shown; growth and burn are not measured until this is mended.`,
  level: 'warn',
})

function parseWalk(body: string): ScanCache | null {
  try {
    return JSON.parse(body)
  } catch {
    // A broken note only costs one full walk.
    return null
  }
}
