/**
 * Writes in turns: short transactions with pauses between them, so that Hermes never waits longer than a fraction of
 * a second. SQLite keeps no queue: a waiting writer looks again every 25 ms at first, every 50 ms after 128 ms and
 * every 100 ms after 228 ms, so only a pause longer than that surely lets it in.
 */
import { lstatSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import { failed, ok, type Result } from '../../shared/result.ts'
import { readWithRetry } from './read-with-retry.ts'
import { BUSY, isBusy, SCHEMA_CHANGED, toWriteFault, type WriteFault } from './write-fault.ts'

/** Below the promised 50 ms by about what one statement and the commit take; shorter where somebody may be waiting. */
const WORK_MS = { alone: 36, amongWriters: 24 }
/**
 * The first is enough for whoever came during the last turn. Where nobody got in though somebody writes all the time, one
 * may have looked just before the pause and just after it, and by now looks more rarely: then the pause grows with it.
 */
const PAUSES_AMONG_WRITERS_MS = [40, 60, 110] as const
/** Somebody who committed within this time is expected to do so again in every pause. */
const ACTIVE_WRITER_MS = 1_000
/** Now and then long enough for anybody: one of several writers may be left out while another gets in. */
const LONG_PAUSE_EVERY = 6
/** How long a pause must be to be seen by a writer that has waited for a turn of this length. */
const pauseToLetIn = (heldMs: number): number => (heldMs < 100 ? 28 : heldMs < 180 ? 55 : 105)
/** Alone, a real pause is only for somebody who comes meanwhile. */
const TURNS_ALONE = 8
const WRITER_REMEMBERED_MS = 5_000
/** As long as SQLite itself lets a WAL grow before it copies it into the database. */
const LONG_WAL_BYTES = 4_096_000
/** How long one look at the lock lasts; waiting is done between looks, where a stop can be heard. */
const LOCK_TIMEOUT_MS = 40
/** For reads outside of a turn: without a WAL they wait for the commits of others. */
export const READ_TIMEOUT_MS = 5_000
const BACK_OFF_MS = { from: 15, to: 60 }
/** Together well below what a writer may wait: readers that come meanwhile wait as well. */
const COMMIT_ATTEMPTS = 5
const DEFAULT_TIMEOUT_MS = 180_000

/** Over when there is no room for another step like the last one, so that no step begun late overruns the turn. */
export type TurnClock = { readonly isOver: (lastStepMs?: number) => boolean }
/** The body may run again when the database was busy, so it changes nothing but rows. */
export type Turn = <T>(body: (clock: TurnClock) => T) => Promise<Result<T, WriteFault>>

export type TurnOptions = {
  /** Whether it is proven that nobody else has the database open; asked at first, and again before each checkpoint. */
  readonly isAlone: () => boolean
  readonly timeoutMs?: number
}

export function makeTurns(db: Database, { isAlone, timeoutMs = DEFAULT_TIMEOUT_MS }: TurnOptions): Turn {
  const schema = readWithRetry(db, () => readNumber(db, 'schema_version'))
  const otherWriters = trackOtherWriters(db, isAlone())
  let mayCheckpoint = true
  let turns = 0
  /** Keeps the WAL short, but only while no other process has the database open: checkpoints are Hermes' job. */
  const checkpointIfLong = (): void => {
    turns += 1
    if (!mayCheckpoint || turns % TURNS_ALONE > 0 || walBytes(db) < LONG_WAL_BYTES) return
    mayCheckpoint = otherWriters.isAlone() && isAlone()
    if (mayCheckpoint) checkpoint(db)
  }
  return async (body) => {
    await sleep(otherWriters.pauseMs())
    const giveUpAt = performance.now() + timeoutMs
    for (;;) {
      const startedAt = performance.now()
      const result = attempt(db, body, schema, otherWriters.budgetMs)
      otherWriters.setHeldMs(performance.now() - startedAt)
      if (result !== 'busy') {
        checkpointIfLong()
        return result
      }
      if (performance.now() > giveUpAt) return failed(BUSY)
      await sleep(BACK_OFF_MS.from + Math.random() * (BACK_OFF_MS.to - BACK_OFF_MS.from))
    }
  }
}

function attempt<T>(
  db: Database,
  body: (clock: TurnClock) => T,
  schema: number,
  budgetMs: () => number,
): Result<T, WriteFault> | 'busy' {
  try {
    db.pragma(`busy_timeout = ${LOCK_TIMEOUT_MS}`)
    db.exec('BEGIN IMMEDIATE')
    const endsAt = performance.now() + budgetMs()
    if (readNumber(db, 'schema_version') !== schema) {
      db.exec('ROLLBACK')
      return failed(SCHEMA_CHANGED)
    }
    const value = body({ isOver: (lastStepMs = 0) => performance.now() + lastStepMs >= endsAt })
    commit(db)
    return ok(value)
  } catch (error) {
    // A full disk may have ended the transaction already.
    if (db.inTransaction) db.exec('ROLLBACK')
    if (isBusy(error)) return 'busy'
    const fault = toWriteFault(error)
    if (fault === null) throw error
    return failed(fault)
  } finally {
    db.pragma(`busy_timeout = ${READ_TIMEOUT_MS}`)
  }
}

/** Without a WAL a commit waits for readers; they are short, so it is worth asking again before giving up the work. */
function commit(db: Database): void {
  for (let left = COMMIT_ATTEMPTS; ; left -= 1) {
    try {
      db.exec('COMMIT')
      return
    } catch (error) {
      if (!isBusy(error) || left <= 0 || !db.inTransaction) throw error
    }
  }
}

/** Knows by SQLite's own counter whether somebody else commits, and how long to work and to pause because of it. */
function trackOtherWriters(db: Database, isAlone: boolean) {
  let version = readWithRetry(db, () => readNumber(db, 'data_version'))
  let committedAt = Number.NEGATIVE_INFINITY
  let expectedAt = isAlone ? Number.NEGATIVE_INFINITY : performance.now()
  let missed = 0
  let turns = 0
  let heldMs = 0
  const isAmongWriters = () => performance.now() - expectedAt < WRITER_REMEMBERED_MS
  return {
    /** Nobody was there at first, and nobody else has committed since. */
    isAlone: () => isAlone && committedAt === Number.NEGATIVE_INFINITY,
    /** Once the lock is held; answers for how long to work. */
    budgetMs: (): number => {
      const now = readNumber(db, 'data_version')
      if (now === version) missed = performance.now() - committedAt < ACTIVE_WRITER_MS ? missed + 1 : 0
      else {
        version = now
        missed = 0
        committedAt = performance.now()
        expectedAt = committedAt
      }
      return isAmongWriters() ? WORK_MS.amongWriters : WORK_MS.alone
    },
    setHeldMs: (ms: number) => {
      heldMs = ms
    },
    pauseMs: () => {
      turns += 1
      if (turns === 1) return 0
      const pauseMs = pauseToLetIn(heldMs)
      if (isAmongWriters()) {
        const isLong = turns % LONG_PAUSE_EVERY === 0
        return Math.max(pauseMs, PAUSES_AMONG_WRITERS_MS[isLong ? 2 : Math.min(missed, 2)] ?? 0)
      }
      return isAlone && turns % TURNS_ALONE > 0 ? 1 : pauseMs
    },
  }
}

/** Where it cannot be made the WAL is a little longer; what is committed stays committed. */
function checkpoint(db: Database): void {
  try {
    db.pragma('wal_checkpoint(PASSIVE)')
  } catch (error) {
    if (toWriteFault(error) === null) throw error
  }
}

const walBytes = ({ name }: Database): number =>
  lstatSync(`${name}-wal`, { throwIfNoEntry: false })?.size ?? 0

const readNumber = (db: Database, pragma: string): number => Number(db.pragma(pragma, { simple: true }))
