/**
 * Opens steward.db, Steward's own database. Every thread may open a handle; creating, migrating and switching
 * to WAL are safe in parallel. The file is only opened through SQLite, because closing a plain handle would
 * drop the locks of every other handle in this process.
 */
import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { failed, ok, type Result } from '../shared/result.ts'
import { describeStoreError } from './describe-store-error.ts'
import { MIGRATIONS } from './migrations.ts'

export type Store = { readonly db: Database.Database; close(): void }

export type StoreFault = { readonly code: 'store-unavailable'; readonly detail: string }

type OpenOptions = {
  readonly busyTimeoutMs?: number
  /**
   * Syncs every commit to disk before it returns. For the journal, which must not lag behind the changes it
   * describes.
   */
  readonly durable?: boolean
}

export const STORE_FILE = 'steward.db'

export function openStore(dataDir: string, options: OpenOptions = {}): Result<Store, StoreFault> {
  const busyTimeoutMs = options.busyTimeoutMs ?? 5_000
  let db: Database.Database | null = null
  try {
    makePrivateFolder(dataDir)
    const path = join(dataDir, STORE_FILE)
    db = new Database(path, { timeout: busyTimeoutMs })
    // Before the first write, so that the sidecars inherit the mode.
    makePrivateFiles(path)
    // Only a new database takes this over at once.
    db.pragma('auto_vacuum = INCREMENTAL')
    switchToWal(db, busyTimeoutMs)
    db.pragma(`synchronous = ${options.durable === true ? 'FULL' : 'NORMAL'}`)
    db.pragma('foreign_keys = ON')
    db.pragma('cache_size = -4000')
    db.pragma('journal_size_limit = 16777216')
    migrate(db)
    makePrivateFiles(path)
    const opened = db
    return ok({ db: opened, close: () => void opened.close() })
  } catch (error) {
    db?.close()
    return failed({
      code: 'store-unavailable',
      detail: describeStoreError(error, dataDir),
    })
  }
}

/** A folder that contained other files keeps its mode. Our files are private anyway. */
function makePrivateFolder(dataDir: string): void {
  const made = mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  if (made === undefined) {
    const names = readdirSync(dataDir)
    if (names.length > 0 && !names.includes(STORE_FILE)) return
  }
  chmodSync(dataDir, 0o700)
}

function makePrivateFiles(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) {
    const stats = lstatSync(path + suffix, { throwIfNoEntry: false })
    if (stats === undefined || !stats.isFile() || (stats.mode & 0o777) === 0o600) continue
    chmodSync(path + suffix, 0o600)
  }
}

/** Switching needs exclusive access and does not wait for it. */
function switchToWal(db: Database.Database, busyTimeoutMs: number): void {
  const pauseMs = 10
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    try {
      if (db.pragma('journal_mode = WAL', { simple: true }) !== 'wal') {
        throw new Error(`${db.name} cannot use a write-ahead log here`)
      }
      return
    } catch (error) {
      const busy = error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')
      if (!busy || waitedMs >= busyTimeoutMs) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)
    }
  }
}

function migrate(db: Database.Database): void {
  const newest = MIGRATIONS.length
  if (versionOf(db) === newest) return
  const apply = db.transaction(() => {
    // Checked again under the write lock, because another thread may have migrated.
    const version = versionOf(db)
    if (version > newest) {
      throw new Error(
        `${db.name} was written by a newer Steward (version ${version} of its tables; this one knows ${newest}). Update Steward, or set STEWARD_DATA to another folder.`,
      )
    }
    for (const step of MIGRATIONS.slice(version)) db.exec(step)
    db.pragma(`user_version = ${newest}`)
  })
  apply.immediate()
}

const versionOf = (db: Database.Database): number => Number(db.pragma('user_version', { simple: true }))
