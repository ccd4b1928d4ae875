/**
 * Watches one database from look to look. While nothing was committed it is not opened at all; else it is opened for
 * one short read. Another file, a gap nobody watched or a database that could not be read for a while begin the
 * counting anew: none of them is a burn.
 */
import type { Part } from '../../domain/home/home.ts'
import { addTokens } from '../../domain/tokens/token-sums.ts'
import { foldMoves, type Moves, NO_MOVES } from '../../domain/watch/burn/fold-activity.ts'
import { NOTHING_MISSED, RunningTotals } from '../../domain/watch/burn/running-totals.ts'
import { SessionLedger } from '../../domain/watch/burn/session-ledger.ts'
import type { DatabaseSign } from '../../domain/watch/light-sample.ts'
import { failed, ok } from '../../shared/result.ts'
import { MINUTE_MS, SECOND_MS } from '../../shared/time.ts'
import { openStateDb, readSafely } from '../database/open-state-db.ts'
import { type Gathered, type GatherInput, gatherFirst, gatherOnward } from './gather-rows.ts'
import { type DatabaseStamps, readDatabaseStamps } from './read-database-stamps.ts'

/** Time as a label, and time that never jumps. */
export type SampleClock = { readonly atMs: number; readonly elapsedMs: number }

export type DatabaseReading = {
  readonly database: Part<DatabaseSign>
  readonly moves: Moves
  /** The counting began anew: nothing is known of the time before. */
  readonly anew: boolean
}

const TIMEOUT_MS = SECOND_MS
const WALK_EVERY_MS = MINUTE_MS
/** A walk over all rows may take this share of the time. */
const WALK_SHARE = 1 / 200
export const LONGEST_GAP_MS = 30 * SECOND_MS
/** A lock or damage need not change the files: the database is opened now and then all the same. */
const OPEN_EVERY_MS = 30 * SECOND_MS
const COUNTS_FROM_NOTHING_MS = 10 * MINUTE_MS
/** Two commits within one tick of the file system's clock have the same stamp. */
const CLOCK_TICK_MS = 100

type Known = {
  readonly identity: string
  readonly file: string | null
  readonly newest: Gathered['newest']
  readonly signature: string
  readonly settled: boolean
}

export class DatabaseWatcher {
  readonly #homePath: string
  readonly #ledger = new SessionLedger()
  #known: Known | null = null
  #totals: RunningTotals | null = null
  #walk = { signature: '', atMs: 0, dueMs: 0 }
  #sinceMs = 0
  #lookedMs = 0
  #readMs = Number.NEGATIVE_INFINITY
  #openedMs = Number.NEGATIVE_INFINITY

  constructor(homePath: string) {
    this.#homePath = homePath
  }

  read(clock: SampleClock, afterGap: boolean): DatabaseReading {
    const stamps = readDatabaseStamps(this.#homePath)
    this.#turnBack(clock)
    const known = this.#known
    const anew =
      known === null ||
      afterGap ||
      known.file !== stamps.file ||
      clock.elapsedMs - this.#readMs > LONGEST_GAP_MS
    if (!anew && this.#isUnchanged(known, stamps, clock)) {
      this.#readMs = clock.elapsedMs
      return { database: ok(this.#signOf(known, stamps)), moves: NO_MOVES, anew: false }
    }
    return this.#read(clock, stamps, anew)
  }

  #isUnchanged(known: Known, stamps: DatabaseStamps, clock: SampleClock): boolean {
    return (
      known.settled &&
      known.signature === stamps.signature &&
      clock.elapsedMs - this.#openedMs < OPEN_EVERY_MS &&
      !this.#owesWalk(stamps, clock)
    )
  }

  #read(clock: SampleClock, stamps: DatabaseStamps, anew: boolean): DatabaseReading {
    const gathered = this.#gather(clock, stamps, anew)
    if (!gathered.ok) {
      this.#openedMs = Number.NEGATIVE_INFINITY
      return { database: failed(gathered.fault), moves: NO_MOVES, anew: false }
    }
    const { generation, newest } = gathered.value
    const identity = `${stamps.file}:${generation ?? ''}`
    // Written over in place: the file is the same, what it holds is not.
    if (!anew && identity !== this.#known?.identity) return this.#read(clock, stamps, true)
    this.#openedMs = clock.elapsedMs
    this.#readMs = clock.elapsedMs
    this.#known = {
      identity,
      file: stamps.file,
      newest,
      signature: stamps.signature,
      settled: clock.atMs - stamps.writtenMs > CLOCK_TICK_MS,
    }
    const moves = anew ? this.#begin(gathered.value, clock) : this.#goOn(gathered.value, clock)
    return { database: ok(this.#signOf(this.#known, stamps)), moves, anew }
  }

  #gather(clock: SampleClock, stamps: DatabaseStamps, anew: boolean): Part<Gathered> {
    const opened = openStateDb(this.#homePath, { timeoutMs: TIMEOUT_MS })
    if (!opened.ok) return opened
    const db = opened.value
    try {
      return readSafely(() => {
        // One moment for all its statements: a commit between two of them would be counted twice.
        db.exec(db.inTransaction ? 'ROLLBACK; BEGIN' : 'BEGIN')
        return anew ? gatherFirst(db) : gatherOnward(db, this.#wish(clock, stamps))
      }, TIMEOUT_MS)
    } finally {
      db.close()
    }
  }

  #wish(clock: SampleClock, stamps: DatabaseStamps): GatherInput {
    const wish = { ...clock, ledger: this.#ledger, highWater: this.#known?.newest?.id ?? null }
    if (this.#totals === null || !this.#owesWalk(stamps, clock)) return wish
    return { ...wish, totals: { newestRow: this.#totals.walked.newestRow, atMs: this.#walk.atMs } }
  }

  #begin(gathered: Gathered, clock: SampleClock): Moves {
    this.#ledger.clear()
    for (const row of gathered.rows) this.#ledger.take(row.id, row)
    this.#totals = gathered.totals === null ? null : new RunningTotals(gathered.totals.walked)
    this.#sinceMs = clock.atMs
    this.#walked(gathered, clock)
    return NO_MOVES
  }

  #goOn(gathered: Gathered, clock: SampleClock): Moves {
    const moves = foldMoves(this.#ledger, {
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
        : (this.#totals?.reconcile(gathered.totals.walked, gathered.totals.broughtIn ?? NOTHING_MISSED) ??
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

  /** Something was committed since the last walk over all rows, and that is long enough ago. */
  #owesWalk(stamps: DatabaseStamps, { elapsedMs }: SampleClock): boolean {
    return this.#walk.signature !== stamps.signature && elapsedMs >= this.#walk.dueMs
  }

  /** After the clock was set back, what begins now must not look older than our watch. */
  #turnBack({ atMs }: SampleClock): void {
    if (atMs < this.#lookedMs) {
      this.#sinceMs = Math.min(this.#sinceMs, atMs - LONGEST_GAP_MS)
      this.#walk = { ...this.#walk, atMs: Math.min(this.#walk.atMs, atMs - LONGEST_GAP_MS) }
    }
    this.#lookedMs = atMs
  }

  #signOf({ identity, newest }: Known, stamps: DatabaseStamps): DatabaseSign {
    const walked = this.#totals?.walked ?? null
    return {
      identity,
      databaseBytes: stamps.databaseBytes,
      walBytes: stamps.walBytes,
      lastMessageId: newest?.id ?? null,
      lastMessageMs: newest?.atMs ?? null,
      sessions: walked?.sessions ?? null,
      openSessions: walked?.open ?? null,
      totals: this.#totals?.tokens ?? null,
      costUsd: this.#totals?.costUsd ?? null,
    }
  }
}
