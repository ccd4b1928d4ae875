/**
 * Rolls back the journal that a killed Steward left during a write. In DELETE mode such a journal blocks every read-only
 * handle. Opening a writable one is enough: SQLite rolls back by itself, as it does when Hermes starts.
 */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Refusal } from '../../domain/home/refusals.ts'
import { refuseFiles } from './open-writer.ts'
import { HOT_JOURNAL, isHotJournal } from './write-fault.ts'
import { READ_TIMEOUT_MS } from './write-turns.ts'

export type RollBackOptions = {
  /** True only if no other process has the database open. */
  readonly isAlone: () => boolean
}

/** Null if nothing is left to do. Call it only if Steward's journal says that it was writing. */
export function rollBackJournal(homePath: string, { isAlone }: RollBackOptions): Refusal | null {
  const path = join(homePath, 'state.db')
  // A database that cannot be opened is refused, with the reason, by the next step that needs it.
  if (refuseFiles(path) !== null || !hasHotJournal(path)) return null
  if (!isAlone()) return HOT_JOURNAL
  try {
    readOnce(path, false)
    return null
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error
    return HOT_JOURNAL
  }
}

function hasHotJournal(path: string): boolean {
  try {
    readOnce(path, true)
    return false
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error
    return isHotJournal(error)
  }
}

function readOnce(path: string, readonly: boolean): void {
  const db = new Database(path, { readonly, fileMustExist: true, timeout: READ_TIMEOUT_MS })
  try {
    db.prepare('SELECT count(*) FROM sqlite_master').get()
  } finally {
    db.close()
  }
}
