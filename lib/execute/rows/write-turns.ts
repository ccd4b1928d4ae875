/**
 * Writes in turns: short transactions with pauses between them, so that Hermes never waits longer than a fraction of
 * a second. SQLite keeps no queue: a waiting writer looks again every 25 ms at first and more rarely later, so only
 * a pause longer than that surely lets it in.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import { failed, ok, type Result } from '../../shared/result.ts'
import { BUSY, isBusy, SCHEMA_CHANGED, toWriteFault, type WriteFault } from './write-fault.ts'

/** Below the promised 50 ms by about what one statement and the commit take. */
const WORK_MS = 36
const PAUSE_AMONG_WRITERS_MS = 40
const PAUSE_TO_LET_IN_MS = 28
/** Alone, a real pause is only for somebody who comes meanwhile. */
const TURNS_ALONE = 8
const WRITER_REMEMBERED_MS = 5_000
const BACK_OFF_MS = { from: 15, to: 60 }
const COMMIT_ATTEMPTS = 40
const DEFAULT_PATIENCE_MS = 180_000

export type TurnClock = { readonly isOver: () => boolean }
/** The body may run again when the database was busy, so it changes nothing but rows. */
export type Turn = <T>(body: (clock: TurnClock) => T) => Promise<Result<T, WriteFault>>

export type TurnOptions = {
  /** Nobody else has the database open, as far as anybody can know. */
  readonly isAlone: boolean
  readonly patienceMs?: number
}

export function makeTurns(db: Database, { isAlone, patienceMs = DEFAULT_PATIENCE_MS }: TurnOptions): Turn {
  const schema = readNumber(db, 'schema_version')
  const company = watchCompany(db, isAlone)
  return async (body) => {
    await sleep(company.pauseMs())
    const giveUpAt = performance.now() + patienceMs
    for (;;) {
      const result = attempt(db, body, schema, company.look)
      if (result !== 'busy') return result
      if (performance.now() > giveUpAt) return failed(BUSY)
      await sleep(BACK_OFF_MS.from + Math.random() * (BACK_OFF_MS.to - BACK_OFF_MS.from))
    }
  }
}

function attempt<T>(
  db: Database,
  body: (clock: TurnClock) => T,
  schema: number,
  look: () => void,
): Result<T, WriteFault> | 'busy' {
  try {
    db.exec('BEGIN IMMEDIATE')
    const endsAt = performance.now() + WORK_MS
    look()
    if (readNumber(db, 'schema_version') !== schema) {
      db.exec('ROLLBACK')
      return failed(SCHEMA_CHANGED)
    }
    const value = body({ isOver: () => performance.now() >= endsAt })
    commit(db)
    return ok(value)
  } catch (error) {
    // A full disk may have ended the transaction already.
    if (db.inTransaction) db.exec('ROLLBACK')
    if (isBusy(error)) return 'busy'
    const fault = toWriteFault(error)
    if (fault === null) throw error
    return failed(fault)
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

/** Knows by SQLite's own counter whether somebody else commits, and how long to pause because of it. */
function watchCompany(db: Database, isAlone: boolean) {
  let version = readNumber(db, 'data_version')
  let seenAt = isAlone ? Number.NEGATIVE_INFINITY : performance.now()
  let turns = 0
  // With nobody there the WAL would only grow; with somebody there, checkpoints are theirs (hermes-storage §10.1a).
  db.pragma(`wal_autocheckpoint = ${isAlone ? 1000 : 0}`)
  return {
    look: () => {
      const now = readNumber(db, 'data_version')
      if (now === version) return
      if (isAlone) db.pragma('wal_autocheckpoint = 0')
      version = now
      seenAt = performance.now()
    },
    pauseMs: () => {
      turns += 1
      if (turns === 1) return 0
      if (performance.now() - seenAt < WRITER_REMEMBERED_MS) return PAUSE_AMONG_WRITERS_MS
      return isAlone && turns % TURNS_ALONE > 0 ? 1 : PAUSE_TO_LET_IN_MS
    },
  }
}

const readNumber = (db: Database, pragma: string): number => Number(db.pragma(pragma, { simple: true }))
