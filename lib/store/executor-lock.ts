/**
 * Lets only one thread of one process change homes for this data folder. Two executors with one journal would
 * mistake each other's runs for interrupted ones. The operating system releases the lock when its process
 * dies.
 */
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'

const FILE = 'executor.lock'

export type ExecutorLock = {
  /** False while another process has it. Calling it again is harmless. */
  readonly take: () => boolean
  readonly release: () => void
}

export function makeExecutorLock(dataDir: string): ExecutorLock {
  let handle: Database.Database | null = null
  return {
    take: () => {
      handle ??= lock(join(dataDir, FILE))
      return handle !== null
    },
    release: () => {
      handle?.close()
      handle = null
    },
  }
}

/** An empty database that is never written to, so it works on a full disk. */
function lock(path: string): Database.Database | null {
  const db = new Database(path, { timeout: 0 })
  try {
    // A journal on disk would need space.
    db.pragma('journal_mode = MEMORY')
    db.exec('BEGIN EXCLUSIVE')
    chmodSync(path, 0o600)
    return db
  } catch (error) {
    db.close()
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return null
    throw error
  }
}
