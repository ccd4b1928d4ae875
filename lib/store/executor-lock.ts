/**
 * Who may change homes for this data folder: one thread of one process. Two that work from one journal would take each
 * other's runs for ones that were cut short. The system itself releases the lock when its holder dies, however it dies.
 */
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'

const FILE = 'executor.lock'

export type ExecutorLock = {
  /** False while another one has it. Asking again while it is held is harmless. */
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

/** An empty database: nothing is ever written to it, so it needs no room on a full disk. */
function lock(path: string): Database.Database | null {
  const db = new Database(path, { timeout: 0 })
  try {
    db.exec('BEGIN EXCLUSIVE')
    chmodSync(path, 0o600)
    return db
  } catch (error) {
    db.close()
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return null
    throw error
  }
}
