/** Cron jobs that run at this moment, by the scheduler's own ledger (`cron/executions.db`, since July 2026). */
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { isProcessAlive } from './is-process-alive.ts'
import { HomeFaultError, readSafely } from './open-state-db.ts'
import { readColumns } from './read-capabilities.ts'
import { findLink, isMissing, toFileFault } from './read-text-file.ts'

const LEDGER = 'cron/executions.db'
const TIMEOUT_MS = 500

export function readRunningCronJobs(homePath: string): Set<string> {
  if (!isThere(homePath)) return new Set()
  const jobs = readSafely(() => readLedger(join(homePath, LEDGER)), TIMEOUT_MS)
  if (jobs.ok) return jobs.value
  const detail = 'detail' in jobs.fault ? jobs.fault.detail : `SQLite says ${jobs.fault.code}`
  throw new HomeFaultError({ code: 'unreadable', path: LEDGER, detail })
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

function readLedger(path: string): Set<string> {
  const db = new Database(path, { readonly: true, fileMustExist: true, timeout: TIMEOUT_MS })
  try {
    db.pragma('query_only = 1')
    const columns = readColumns(db, 'executions')
    if (!['job_id', 'status', 'pid'].every((name) => columns.includes(name))) return new Set()
    const rows = db
      .prepare<[], [unknown, unknown]>(
        `SELECT job_id, pid FROM executions WHERE status IN ('running', 'claimed') LIMIT 10000`,
      )
      .raw()
      .all()
    const running = rows.filter(([, pid]) => typeof pid !== 'number' || isProcessAlive(pid) !== false)
    return new Set(running.map(([jobId]) => String(jobId)))
  } finally {
    db.close()
  }
}
