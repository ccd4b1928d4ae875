/**
 * Watches one database from sample to sample. It is only opened after a commit, for one short read. A
 * different file, a gap in watching or a longer read failure restarts the counting, so that none of them
 * counts as burn.
 */
import type { Part } from '../../domain/home/home.ts'
import type { UsageReading } from '../../domain/tokens/count-usage.ts'
import { addTokens } from '../../domain/tokens/token-sums.ts'
import { foldActivity, NO_ACTIVITY, type SessionActivity } from '../../domain/watch/burn/fold-activity.ts'
import { NOTHING_MISSED, RunningTotals } from '../../domain/watch/burn/running-totals.ts'
import { SessionLedger } from '../../domain/watch/burn/session-ledger.ts'
import type { DatabaseSample } from '../../domain/watch/light-sample.ts'
import { failed, ok } from '../../shared/result.ts'
import { MINUTE_MS, SECOND_MS } from '../../shared/time.ts'
import { openStateDb, readSafely } from '../database/open-state-db.ts'
import { type Gathered, type GatherInput, gatherFirst, gatherNext } from './gather-rows.ts'
import { type DatabaseStamps, readDatabaseStamps } from './read-database-stamps.ts'
import { UsageReader, type UsageSlice } from './usage-reader.ts'

/** Wall clock time, and monotonic time. */
export type SampleClock = { readonly atMs: number; readonly elapsedMs: number }

export type DatabaseReading = {
  readonly database: Part<DatabaseSample>
  readonly moves: SessionActivity
  /** Counting started over. Nothing is known about the time before. */
  readonly restarted: boolean
}

/** Returns whether the usage was counted. Otherwise it is read again. */
export type CountUsage = (reading: UsageReading) => boolean

const TIMEOUT_MS = SECOND_MS
const WALK_EVERY_MS = MINUTE_MS
/** The share of time that reading all rows may take. */
const WALK_SHARE = 1 / 200
export const MAX_SAMPLE_GAP_MS = 30 * SECOND_MS
/** A lock or damage need not change the files, so the database is opened regularly anyway. */
const OPEN_EVERY_MS = 30 * SECOND_MS
const COUNTS_FROM_NOTHING_MS = 10 * MINUTE_MS
/** Two commits within one tick of the file system's clock have the same time. */
const CLOCK_TICK_MS = 100

type GatheredWithUsage = Gathered & { readonly usage: UsageSlice | null }

type LastRead = {
  readonly identity: string
  readonly file: string | null
  readonly newest: Gathered['newest']
  readonly signature: string
  readonly settled: boolean
}

export class DatabaseWatcher {
  readonly #homePath: string
  readonly #countUsage: CountUsage | null
  readonly #usage = new UsageReader()
  readonly #ledger = new SessionLedger()
  #known: LastRead | null = null
  #totals: RunningTotals | null = null
  #walk = { signature: '', atMs: 0, dueMs: 0 }
  #sinceMs = 0
  #sampledMs = 0
  #readMs = Number.NEGATIVE_INFINITY
  #openedMs = Number.NEGATIVE_INFINITY

  constructor(homePath: string, countUsage: CountUsage | null = null) {
    this.#homePath = homePath
    this.#countUsage = countUsage
  }

  read(clock: SampleClock, afterGap: boolean): DatabaseReading {
    const stamps = readDatabaseStamps(this.#homePath)
    this.#handleClockSetBack(clock)
    const known = this.#known
    const restarted =
      known === null ||
      afterGap ||
      known.file !== stamps.file ||
      clock.elapsedMs - this.#readMs > MAX_SAMPLE_GAP_MS
    if (!restarted && this.#isUnchanged(known, stamps, clock)) {
      this.#readMs = clock.elapsedMs
      if (this.#walk.signature === stamps.signature)
        this.#countUsage?.({ atMs: clock.atMs, rows: [], completeMs: clock.atMs })
      return { database: ok(this.#sampleOf(known, stamps)), moves: NO_ACTIVITY, restarted: false }
    }
    return this.#read(clock, stamps, restarted)
  }

  #isUnchanged(known: LastRead, stamps: DatabaseStamps, clock: SampleClock): boolean {
    return (
      known.settled &&
      known.signature === stamps.signature &&
      clock.elapsedMs - this.#openedMs < OPEN_EVERY_MS &&
      !this.#usage.isBehind &&
      !this.#isWalkDue(stamps, clock)
    )
  }

  #read(clock: SampleClock, stamps: DatabaseStamps, restarted: boolean): DatabaseReading {
    const gathered = this.#gather(clock, stamps, restarted)
    if (!gathered.ok) {
      this.#openedMs = Number.NEGATIVE_INFINITY
      return { database: failed(gathered.fault), moves: NO_ACTIVITY, restarted: false }
    }
    const { generation, newest } = gathered.value
    const identity = `${stamps.file}:${generation ?? ''}`
    // Overwritten in place: the same file with another database.
    if (!restarted && identity !== this.#known?.identity) return this.#read(clock, stamps, true)
    this.#openedMs = clock.elapsedMs
    this.#readMs = clock.elapsedMs
    this.#known = {
      identity,
      file: stamps.file,
      newest,
      signature: stamps.signature,
      settled: clock.atMs - stamps.writtenMs > CLOCK_TICK_MS,
    }
    const moves = restarted ? this.#start(gathered.value, clock) : this.#continue(gathered.value, clock)
    this.#countGathered(gathered.value, clock)
    return { database: ok(this.#sampleOf(this.#known, stamps)), moves, restarted }
  }

  #gather(clock: SampleClock, stamps: DatabaseStamps, restarted: boolean): Part<GatheredWithUsage> {
    const opened = openStateDb(this.#homePath, { timeoutMs: TIMEOUT_MS })
    if (!opened.ok) return opened
    const db = opened.value
    try {
      return readSafely(() => {
        // One transaction, because a commit between two statements would be counted twice.
        db.exec(db.inTransaction ? 'ROLLBACK; BEGIN' : 'BEGIN')
        const gathered = restarted ? gatherFirst(db) : gatherNext(db, this.#gatherInput(clock, stamps))
        const { sessionColumns, totals } = gathered
        const usage =
          this.#countUsage === null ? null : this.#usage.read(db, sessionColumns, totals?.groups ?? null)
        return { ...gathered, usage }
      }, TIMEOUT_MS)
    } finally {
      db.close()
    }
  }

  #countGathered({ rows, usage, totals }: GatheredWithUsage, { atMs }: SampleClock): void {
    if (this.#countUsage === null || usage === null) return
    const completeMs = this.#usage.keep(usage, totals?.groups ?? null, atMs)
    if (this.#countUsage({ atMs, rows: [...rows, ...usage.rows], completeMs })) return
    this.#usage.forget()
    // Every row is read again, even if nothing more is committed.
    this.#walk = { ...this.#walk, signature: '' }
  }

  #gatherInput(clock: SampleClock, stamps: DatabaseStamps): GatherInput {
    const gatherInput = { ...clock, ledger: this.#ledger, highWater: this.#known?.newest?.id ?? null }
    if (this.#totals === null || !this.#isWalkDue(stamps, clock)) return gatherInput
    return { ...gatherInput, totals: { newestRow: this.#totals.walked.newestRow, atMs: this.#walk.atMs } }
  }

  #start(gathered: Gathered, clock: SampleClock): SessionActivity {
    this.#ledger.clear()
    for (const row of gathered.rows) this.#ledger.update(row.id, row)
    this.#totals = gathered.totals === null ? null : new RunningTotals(gathered.totals.walked)
    this.#sinceMs = clock.atMs
    this.#walked(gathered, clock)
    return NO_ACTIVITY
  }

  #continue(gathered: Gathered, clock: SampleClock): SessionActivity {
    const moves = foldActivity(this.#ledger, {
      rows: gathered.rows,
      steps: gathered.steps,
      before: gathered.before,
      freshSinceMs: Math.max(this.#sinceMs, clock.atMs - COUNTS_FROM_NOTHING_MS),
      elapsedMs: clock.elapsedMs,
    })
    this.#totals?.add(moves.burnt, moves.costUsd)
    const missed =
      gathered.totals === null
        ? NOTHING_MISSED
        : (this.#totals?.reconcile(gathered.totals.walked, gathered.totals.imported ?? NOTHING_MISSED) ??
          NOTHING_MISSED)
    this.#walked(gathered, clock)
    return {
      ...moves,
      burnt: addTokens(moves.burnt, missed.tokens),
      costUsd: missed.costUsd === null ? moves.costUsd : (moves.costUsd ?? 0) + missed.costUsd,
    }
  }

  #walked({ totals }: Gathered, clock: SampleClock): void {
    if (totals === null) return
    this.#walk = {
      signature: this.#known?.signature ?? '',
      atMs: clock.atMs,
      dueMs: clock.elapsedMs + Math.max(WALK_EVERY_MS, totals.tookMs / WALK_SHARE),
    }
  }

  /** Something was committed since all rows were last read, and enough time has passed. */
  #isWalkDue(stamps: DatabaseStamps, { elapsedMs }: SampleClock): boolean {
    return this.#walk.signature !== stamps.signature && elapsedMs >= this.#walk.dueMs
  }

  /** After the clock was set back, new sessions must not appear older than the start of watching. */
  #handleClockSetBack({ atMs }: SampleClock): void {
    if (atMs < this.#sampledMs) {
      this.#sinceMs = Math.min(this.#sinceMs, atMs - MAX_SAMPLE_GAP_MS)
      this.#walk = { ...this.#walk, atMs: Math.min(this.#walk.atMs, atMs - MAX_SAMPLE_GAP_MS) }
    }
    this.#sampledMs = atMs
  }

  #sampleOf({ identity, newest }: LastRead, stamps: DatabaseStamps): DatabaseSample {
    const noteWalk = this.#totals?.walked ?? null
    return {
      identity,
      databaseBytes: stamps.databaseBytes,
      walBytes: stamps.walBytes,
      lastMessageId: newest?.id ?? null,
      lastMessageMs: newest?.atMs ?? null,
      sessions: noteWalk?.sessions ?? null,
      openSessions: noteWalk?.open ?? null,
      ...(noteWalk === null ? {} : { walkedMs: this.#walk.atMs }),
      totals: this.#totals?.tokens ?? null,
      costUsd: this.#totals?.costUsd ?? null,
    }
  }
}
