/** Opens the scheduler's ledger (`cron/executions.db`, since July 2026) for one short read. */
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Fault } from '../../domain/home/fault.ts'
import { isMissing } from '../../platform/error-code.ts'
import { findLink, toFileFault } from '../../platform/read-text-file.ts'
import { wouldLeaveSidecars } from '../database/foreign-sidecars.ts'
import { HomeFaultError, readSafely, refuseViews } from '../database/open-state-db.ts'
import { readColumns } from '../database/read-capabilities.ts'

const LEDGER = 'cron/executions.db'
const TIMEOUT_MS = 500
const ANOTHER_USER =
  'It belongs to another user, and reading it could create files that Hermes cannot write. It was not opened'

const INTERRUPTED =
  'A process was killed while it wrote, and left executions.db-journal. Start Hermes to repair it. Do not delete the journal'

/** Null if there is no ledger or it lacks these columns. Throws `HomeFaultError` if it cannot be read. */
export function readExecutionLedger<T>(
  homePath: string,
  needed: readonly string[],
  read: (db: Database.Database, columns: readonly string[]) => T,
): T | null {
  if (!isThere(homePath)) return null
  if (wouldLeaveSidecars(join(homePath, LEDGER)))
    throw new HomeFaultError({ code: 'unreadable', path: LEDGER, detail: ANOTHER_USER })
  const result = readSafely(() => readLedger(join(homePath, LEDGER), needed, read), TIMEOUT_MS)
  if (result.ok) return result.value
  throw new HomeFaultError({ code: 'unreadable', path: LEDGER, detail: detailOf(result.fault) })
}

function detailOf(fault: Fault): string {
  if (fault.code === 'db-hot-journal') return INTERRUPTED
  return 'detail' in fault ? fault.detail : `SQLite says ${fault.code}`
}

function isThere(homePath: string): boolean {
  try {
    const link = findLink(homePath, LEDGER)
    if (link !== null) throw new HomeFaultError({ code: 'folder-symlink', path: link })
    // Hermes makes the file before its first table.
    return lstatSync(join(homePath, LEDGER)).size > 0
  } catch (error) {
    if (error instanceof HomeFaultError) throw error
    if (isMissing(error)) return false
    throw new HomeFaultError(toFileFault(LEDGER, error))
  }
}

function readLedger<T>(
  path: string,
  needed: readonly string[],
  read: (db: Database.Database, columns: readonly string[]) => T,
): T | null {
  const db = new Database(path, { readonly: true, fileMustExist: true, timeout: TIMEOUT_MS })
  try {
    db.pragma('query_only = 1')
    refuseViews(db)
    const columns = readColumns(db, 'executions')
    return needed.every((name) => columns.includes(name)) ? read(db, columns) : null
  } finally {
    db.close()
  }
}
