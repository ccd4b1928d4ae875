/** Sets a damaged steward.db aside, so that Steward starts with new records and finds its trash and archives again. */
import { lstatSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { isMissing } from '../platform/error-code.ts'
import { STORE_FILE } from './open-store.ts'

/** Returns the new name, or null if the file is fine, missing, or unreadable for another reason. Call it before any thread opens the store. */
export function setAsideDamagedStore(dataDir: string, nowMs: number): string | null {
  const path = join(dataDir, STORE_FILE)
  if (!isDamaged(path)) return null
  const aside = `${path}.damaged-${new Date(nowMs).toISOString().replaceAll(/[-:]|\..*/g, '')}`
  renameSync(path, aside)
  for (const sidecar of ['-wal', '-shm']) renameIfThere(path + sidecar, aside + sidecar)
  return aside
}

function isDamaged(path: string): boolean {
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false
  let db: Database.Database | null = null
  try {
    db = new Database(path, { readonly: true })
    // SQLite compares the size of the file with its header when it reads the first page.
    db.pragma('schema_version')
    db.prepare('SELECT count(*) FROM sqlite_schema').get()
    return wasKilled(path) && hasBadPages(db)
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error
    return error.code.startsWith('SQLITE_CORRUPT') || error.code === 'SQLITE_NOTADB'
  } finally {
    db?.close()
  }
}

/** A server that stops removes its log. With one, SQLite takes the size from there, whatever is left of the file. */
const wasKilled = (path: string): boolean =>
  (lstatSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0

/** Not a row that breaks a rule of its table, which harms nothing. */
const hasBadPages = (db: Database.Database): boolean =>
  String(db.pragma('quick_check(1)', { simple: true })).startsWith('*** in database')

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}
