/**
 * Caches a home's database. It is read again when its files changed, with a minimum interval, and messages
 * are counted in the same short pass.
 */
import { homeSignature } from '../../collect/database/database-facts.ts'
import type { AssessedHome } from '../../domain/home/assessed-home.ts'
import type { Fault } from '../../domain/home/fault.ts'
import type { HomeRef } from '../../domain/home/home.ts'
import { hasPassed, SECOND_MS } from '../../shared/time.ts'
import type { SessionMessageTotals } from '../../store/samples/message-rollups.ts'
import type { HomeMemory } from './home-memory.ts'
import type { IndexProgress } from './index-messages.ts'
import { type DatabaseSide, readDatabaseSide, readStateDb } from './read-database-side.ts'
import { unreadDatabase } from './unread-sides.ts'

/** Minimum pause between two reads. */
const REST_MS = 100
const LONGEST_REST_MS = 5 * SECOND_MS
/** Liveness, leases and files beside the database change without a commit. */
const STALE_MS = 30 * SECOND_MS
const INDEX_SLICE_MS = 40
/** From here on, an explicit garbage collection is worth its few milliseconds. */
const LARGE_ROWS = 10_000

/**
 * How long changes without a commit may go unseen, and how long a read is reused however busy the agent is.
 */
export type ReadPace = { readonly staleMs: number; readonly restMs: number }

const WATCHED: ReadPace = { staleMs: STALE_MS, restMs: REST_MS }

export class DatabaseCache {
  readonly #home: HomeRef
  readonly #memory: HomeMemory | null
  readonly #beforeRead: () => void
  readonly #blocked: Fault | null
  #side: DatabaseSide | null = null
  #readMs = 0
  #costMs = 0
  #signature = ''
  #index: IndexProgress | null = null
  #messages: ReadonlyMap<string, SessionMessageTotals> | null = null

  /** `blocked`: why nothing may be read. */
  constructor(
    home: HomeRef,
    memory: HomeMemory | null,
    beforeRead: () => void,
    blocked: Fault | null = null,
  ) {
    this.#home = home
    this.#memory = memory
    this.#beforeRead = beforeRead
    this.#blocked = blocked
  }

  /** How long the last read took. */
  get costMs(): number {
    return this.#costMs
  }

  /** Null until the first read. */
  get side(): DatabaseSide | null {
    return this.#side
  }

  get readMs(): number {
    return this.#readMs
  }

  /** Null without Steward's database. */
  get index(): IndexProgress | null {
    return this.#index
  }

  /** Whether messages are still to be counted. */
  get counting(): boolean {
    return this.#index !== null && !this.#index.complete
  }

  /** Bytes of a session's messages. Null until all are counted. */
  messageBytes(id: string): number | null {
    return this.#messages === null ? null : (this.#messages.get(id)?.bytes ?? 0)
  }

  readIfChanged(nowMs: number, { staleMs, restMs }: ReadPace = WATCHED): void {
    const signature = homeSignature(this.#home.path)
    const isOlderThan = (ms: number) => hasPassed(ms, this.#readMs, nowMs)
    // The slower a read, the longer the pause, however many commits and requests come.
    const rested = isOlderThan(Math.max(restMs, Math.min(LONGEST_REST_MS, 5 * this.#costMs)))
    if (this.#side !== null && !(signature !== this.#signature && rested) && !isOlderThan(staleMs)) return
    this.#signature = signature
    this.read(nowMs)
  }

  read(nowMs: number): void {
    if (this.#blocked !== null) {
      this.#side ??= unreadDatabase(this.#blocked)
      this.#readMs = nowMs
      return
    }
    const startedMs = performance.now()
    const isLarge = this.#isLarge
    // Released first, because two copies of a large home's rows would dominate the server's memory. No variable here may
    // hold them: V8's interpreter keeps a variable's value until the function returns.
    this.#side = null
    this.#messages = null
    this.#beforeRead()
    if (isLarge) releaseMemory()
    this.#side = readDatabaseSide({
      home: this.#home,
      nowMs,
      withDatabase: (db, facts) => {
        if (this.#memory === null) return null
        this.#index = this.#memory.index(db, facts, nowMs, INDEX_SLICE_MS)
        this.#messages = this.#index?.complete ? this.#memory.sessionMessages() : null
        const counted = this.#messages
        return counted === null ? null : (id) => counted.get(id)?.lastMs ?? null
      },
    })
    this.#readMs = nowMs
    this.#costMs = performance.now() - startedMs
  }

  get #isLarge(): boolean {
    const rows = this.#side?.rows
    return rows?.ok === true && rows.value.length > LARGE_ROWS
  }

  /** Whether messages are still to be counted, or searched for a NUL. */
  get isBehind(): boolean {
    return this.counting || (this.#index !== null && this.#memory?.isSearched === false)
  }

  /** One slice of the first count. Reads nothing else, so that a large home is counted soon. */
  countOn(nowMs: number): boolean {
    if (this.#memory === null || !this.isBehind) return false
    const wasCounting = this.counting
    const memory = this.#memory
    const counted = readStateDb(this.#home.path, (db, facts) =>
      memory.index(db, facts, nowMs, INDEX_SLICE_MS),
    )
    // A failed count is retried in the next maintenance round.
    if (!counted.ok || counted.value === null) return false
    this.#index = counted.value
    // The cached rows were read without these counts, so the next observation reads them again.
    if (wasCounting && !this.counting) this.#readMs = 0
    return this.isBehind
  }

  /** Assessed sessions contain all raw fields, so keeping both would double the memory of a large home. */
  keepAssessed(rows: AssessedHome['snapshot']['rows']): void {
    if (this.#side !== null) this.#side = { ...this.#side, rows }
  }
}

/**
 * Collects garbage right after a large release if the server allows it (`--expose-gc`, scripts/project.ts).
 * Otherwise V8 would do so only once the next rows of a large home are already in memory.
 */
const releaseMemory = (): void => void globalThis.gc?.()
