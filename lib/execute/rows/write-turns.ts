/**
 * Writes in turns: short transactions with pauses, so that Hermes waits only a fraction of a second. SQLite
 * has no queue. A waiting writer polls every 25 ms at first, every 50 ms after 128 ms and every 100 ms after
 * 228 ms, so only a longer pause is sure to let it in.
 */
import { lstatSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import { failed, ok, type Result } from '../../shared/result.ts'
import { readWithRetry } from './read-with-retry.ts'
import { BUSY, isBusy, SCHEMA_CHANGED, toWriteFault, type WriteFault } from './write-fault.ts'

/** Leaves time for one statement and the commit within the promised 50 ms. Shorter while others may be waiting. */
const WORK_MS = { alone: 36, amongWriters: 24 }
/**
 * The first is enough for a writer that arrived during the last turn. A writer that polled just before and
 * just after the pause polls more rarely by now, so the pause grows with each miss.
 */
const PAUSES_AMONG_WRITERS_MS = [40, 60, 110] as const
/** A writer that committed within this time is expected to do so in every pause. */
const ACTIVE_WRITER_MS = 1_000
/** Every sixth pause is long, so that one of several writers is not starved by another. */
const LONG_PAUSE_EVERY = 6
/** The pause a writer needs to get in after waiting for a turn of this length. */
const pauseToLetIn = (heldMs: number): number => (heldMs < 100 ? 28 : heldMs < 180 ? 55 : 105)
/** With no other process, every eighth pause is a real one, for a process that may have arrived. */
const TURNS_ALONE = 8
const WRITER_REMEMBERED_MS = 5_000
/** SQLite's own default for an automatic checkpoint. */
const LONG_WAL_BYTES = 4_096_000
/** Timeout of one attempt to get the lock. The waiting happens between attempts, where a stop takes effect. */
const LOCK_TIMEOUT_MS = 40
/** For reads outside of a turn, which wait for other commits without a WAL. */
export const READ_TIMEOUT_MS = 5_000
const BACK_OFF_MS = { from: 15, to: 60 }
/** In total well below what a writer may wait, because new readers wait as well. */
const COMMIT_ATTEMPTS = 5
const DEFAULT_TIMEOUT_MS = 180_000

/** Over when another step like the last one would not fit. */
export type TurnClock = { readonly isOver: (lastStepMs?: number) => boolean }
/** The body may run again if the database was busy, so it must only change rows. */
export type Turn = <T>(body: (clock: TurnClock) => T) => Promise<Result<T, WriteFault>>

export type TurnOptions = {
  /** True if no other process has the database open. Checked at the start and before each checkpoint. */
  readonly isAlone: () => boolean
  readonly timeoutMs?: number
}

export function makeTurns(db: Database, { isAlone, timeoutMs = DEFAULT_TIMEOUT_MS }: TurnOptions): Turn {
  const schema = readWithRetry(db, () => readNumber(db, 'schema_version'))
  const otherWriters = trackOtherWriters(db, isAlone())
  let mayCheckpoint = true
  let turns = 0
  /** Only while no other process has the database open. Otherwise checkpoints are left to Hermes. */
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
    // A full disk may already have ended the transaction.
    if (db.inTransaction) db.exec('ROLLBACK')
    if (isBusy(error)) return 'busy'
    const fault = toWriteFault(error)
    if (fault === null) throw error
    return failed(fault)
  } finally {
    db.pragma(`busy_timeout = ${READ_TIMEOUT_MS}`)
  }
}

/** Without a WAL, a commit waits for readers. They are short, so retrying is worth it. */
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

/** Detects other writers by SQLite's `data_version`, and derives how long to work and to pause. */
function trackOtherWriters(db: Database, isAlone: boolean) {
  let version = readWithRetry(db, () => readNumber(db, 'data_version'))
  let committedAt = Number.NEGATIVE_INFINITY
  let expectedAt = isAlone ? Number.NEGATIVE_INFINITY : performance.now()
  let missed = 0
  let turns = 0
  let heldMs = 0
  const isAmongWriters = () => performance.now() - expectedAt < WRITER_REMEMBERED_MS
  return {
    /** No other process at the start, and none has committed since. */
    isAlone: () => isAlone && committedAt === Number.NEGATIVE_INFINITY,
    /** Called once the lock is held. Returns how long to work. */
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

/** If it fails, the WAL just stays longer. Committed data is safe. */
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
