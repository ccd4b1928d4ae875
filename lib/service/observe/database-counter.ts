/**
 * Counts databases in the background, one at a time over all homes, because each count reads a whole file and
 * two would compete for the disk. The last count is stored and used until the next has ended.
 */
import { databaseSignature } from '../../collect/database/database-facts.ts'
import { type DbstatRun, runDbstat } from '../../collect/database/run-dbstat.ts'
import type { DatabaseCount, DatabaseCountProgress } from '../../domain/database/database-count.ts'
import type { Fault } from '../../domain/home/fault.ts'
import { HOUR_MS, hasPassed, SECOND_MS } from '../../shared/time.ts'
import { settledWithin } from '../../shared/within.ts'
import type { HomeMemory } from './home-memory.ts'

/** A count younger than this is used, whatever was written since. */
const CACHED_FOR_MS = HOUR_MS
/** Hermes' WAL cannot be reset during a read. If Hermes is not running, nothing waits for it. */
const TIMEOUT_BESIDE_HERMES_MS = 10 * SECOND_MS
const TIMEOUT_ALONE_MS = 60 * SECOND_MS

export type CountRequest = 'if-needed' | 'again' | 'stop'

export type CountSubject = {
  readonly path: string
  /** Null: the count is lost when the process ends. */
  readonly memory: HomeMemory | null
  readonly now: () => number
  /** No other process has the database open, as far as can be seen. */
  readonly alone: boolean
}

export type CountState = {
  readonly count: DatabaseCount | null
  /** Something was written since. */
  readonly changed: boolean
  readonly state: 'idle' | 'waiting' | 'counting'
  readonly progress: DatabaseCountProgress | null
  /** Why the last attempt failed. */
  readonly fault: Fault | null
}

type Entry = {
  count: DatabaseCount | null
  fault: Fault | null
  /** The files at the last attempt. A failed attempt is not repeated on the same files. */
  tried: string | null
  /** Resolves when the count has ended, successful or not. */
  pending: Promise<void> | null
  run: DbstatRun | null
  stopped: boolean
}

export class DatabaseCounter {
  readonly #entries = new Map<string, Entry>()
  #queue: Promise<void> = Promise.resolve()

  /** Starts a count if one is due, waits for it at most this long, and returns the known state. */
  async observe(subject: CountSubject, request: CountRequest, waitMs: number): Promise<CountState> {
    const entry = this.#entryOf(subject)
    if (request === 'stop') this.#stop(entry)
    else if (request === 'again' || this.#isDue(subject, entry)) this.#start(subject, entry)
    if (entry.pending !== null) await settledWithin(entry.pending, waitMs)
    return {
      count: entry.count,
      changed: entry.count !== null && entry.count.signature !== databaseSignature(subject.path),
      state: entry.pending === null ? 'idle' : entry.run === null ? 'waiting' : 'counting',
      progress: entry.run?.progress() ?? null,
      fault: entry.fault,
    }
  }

  #entryOf({ path, memory }: CountSubject): Entry {
    const known = this.#entries.get(path)
    if (known !== undefined) return known
    const count = memory?.readDatabaseCount() ?? null
    const made: Entry = { count, fault: null, tried: null, pending: null, run: null, stopped: false }
    this.#entries.set(path, made)
    return made
  }

  #isDue({ path, now }: CountSubject, { count, tried }: Entry): boolean {
    const signature = databaseSignature(path)
    if (tried === signature) return false
    if (count === null) return true
    return count.signature !== signature && hasPassed(CACHED_FOR_MS, count.atMs, now())
  }

  #start(subject: CountSubject, entry: Entry): void {
    if (entry.pending !== null) return
    entry.stopped = false
    entry.pending = this.#queue
      .then(() => this.#count(subject, entry))
      .finally(() => {
        entry.pending = null
      })
    // A failed count is kept in its own entry, and the next in the queue starts regardless.
    this.#queue = entry.pending
  }

  async #count({ path, memory, now, alone }: CountSubject, entry: Entry): Promise<void> {
    if (entry.stopped) return
    const startedMs = performance.now()
    entry.tried = databaseSignature(path)
    try {
      entry.run = runDbstat(path, alone ? TIMEOUT_ALONE_MS : TIMEOUT_BESIDE_HERMES_MS)
      const counted = await entry.run.ended
      entry.fault = counted.ok ? null : counted.fault
      if (!counted.ok || counted.value === null) return
      const tookMs = Math.round(performance.now() - startedMs)
      entry.count = { ...counted.value, atMs: now(), tookMs }
      memory?.writeDatabaseCount(entry.count)
    } catch (error) {
      entry.fault = { code: 'db-unreadable', detail: error instanceof Error ? error.message : String(error) }
    } finally {
      entry.run = null
    }
  }

  #stop(entry: Entry): void {
    entry.stopped = true
    entry.run?.cancel()
  }
}
