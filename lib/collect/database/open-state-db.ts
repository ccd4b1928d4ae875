/**
 * The only way collect opens state.db: a read-only handle with `query_only`. Closing a writable handle, even one
 * that only read, can unlink the live WAL of a Hermes that lost its locks (docs/hermes.md, "Lost locks"). Driver
 * errors become faults here.
 */
import { execFileSync } from 'node:child_process'
import { lstatSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Fault } from '../../domain/home/fault.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { wouldLeaveSidecars } from './foreign-sidecars.ts'

const DEFAULT_TIMEOUT_MS = 2_000
const IO_RETRIES = 3
const IO_RETRY_PAUSE_MS = 50
const FIRST_PAGE_BYTES = 4_096
const HEADER_BYTES = 100

export type OpenOptions = { readonly timeoutMs?: number }

/** The caller closes the handle. */
export function openStateDb(homePath: string, options: OpenOptions = {}): Result<Database.Database, Fault> {
  const path = join(homePath, 'state.db')
  const refusal = refuseByStat(homePath, path)
  if (refusal !== null) return failed(refusal)
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS
  const opened = readSafely(() => openReadonly(path, timeoutMs), timeoutMs)
  if (opened.ok || opened.fault.code !== 'db-not-a-database') return opened
  return failed(faultOfForeignFile(path))
}

/** Runs one short read. Problems of the home become a fault; a bug is thrown. */
export function readSafely<T>(read: () => T, timeoutMs = DEFAULT_TIMEOUT_MS): Result<T, Fault> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return ok(read())
    } catch (error) {
      if (isTransient(error) && attempt < IO_RETRIES) {
        pause(IO_RETRY_PAUSE_MS)
        continue
      }
      const fault = toFault(error, timeoutMs)
      if (fault === null) throw error
      return failed(fault)
    }
  }
}

/** Thrown by a reader when a part cannot be known. `readSafely` returns its fault. */
export class HomeFaultError extends Error {
  readonly fault: Fault
  constructor(fault: Fault) {
    super(fault.code)
    this.fault = fault
  }
}

/** For reads of the home during work on Steward's own database, so that errors are attributed to the home. */
export function readOrFault<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    const fault = toFault(error)
    throw fault === null ? error : new HomeFaultError(fault)
  }
}

export function toFault(error: unknown, waitedMs = DEFAULT_TIMEOUT_MS): Fault | null {
  if (error instanceof HomeFaultError) return error.fault
  if (!(error instanceof Database.SqliteError)) return null
  const { code, message } = error
  if (code.startsWith('SQLITE_NOTADB')) return { code: 'db-not-a-database' }
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED'))
    return { code: 'db-locked', waitedMs }
  // Only a writable handle may roll it back. While its writer lives, the journal is not hot and this does not happen.
  if (code === 'SQLITE_READONLY_ROLLBACK') return { code: 'db-hot-journal' }
  // A plain SQLITE_ERROR means a schema Hermes never made: the table exists but columns are missing.
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_ERROR')
    return { code: 'db-malformed', detail: message }
  if (code === 'SQLITE_IOERR_SHMSIZE') return { code: 'db-no-space' }
  return { code: 'db-unreadable', detail: describeUnreadable(code, message) }
}

function refuseByStat(homePath: string, path: string): Fault | null {
  const stats = lstatOrCode(path)
  if (typeof stats === 'string') {
    if (stats !== 'ENOENT' && stats !== 'ENOTDIR') {
      return { code: 'db-unreadable', detail: `The system says ${stats}. ${ANOTHER_USER}` }
    }
    return isFolder(homePath) ? { code: 'db-missing' } : { code: 'home-missing', path: homePath }
  }
  if (stats.isSymbolicLink()) return { code: 'db-symlink' }
  if (!stats.isFile()) return { code: 'db-unreadable', detail: 'state.db is not a regular file' }
  if (stats.size === 0) return { code: 'db-empty' }
  // SQLite treats a one-byte file as a new database.
  if (stats.size < HEADER_BYTES) return faultOfForeignFile(path)
  return wouldLeaveSidecars(path) ? { code: 'db-unreadable', detail: SIDECARS_STAY_AWAY } : null
}

const SIDECARS_STAY_AWAY =
  'It belongs to another user, and reading it could create a -wal or -shm file that Hermes cannot write. It was not opened. Start Steward as the owner'

/** Hermes has only tables of these names. Reading a view, or a virtual table over one, may never end. Throws `HomeFaultError`. */
export function refuseViews(db: Database.Database): void {
  const found = db.prepare<[], { name: string; type: string }>(NO_TABLE).get()
  if (found === undefined) return
  const kind = found.type === 'view' ? 'view' : 'virtual table'
  const detail = `${found.name} is a ${kind} instead of a table, so it was not read`
  throw new HomeFaultError({ code: 'db-unreadable', detail })
}

const TABLES = [
  'async_delegations',
  'executions',
  'gateway_heartbeats',
  'gateway_routing',
  'messages',
  'schema_version',
  'session_daily_usage',
  'session_model_usage',
  'sessions',
  'state_meta',
  'system_prompts',
  ...['messages_fts', 'messages_fts_trigram', 'messages_fts_cjk'].flatMap((index) =>
    ['config', 'content', 'data', 'docsize', 'idx'].map((part) => `${index}_${part}`),
  ),
]

/** Only a table has pages of its own. */
const NO_TABLE = `SELECT name, type FROM sqlite_master WHERE type IN ('table', 'view') AND coalesce(rootpage, 0) = 0
  AND lower(name) IN (${TABLES.map((name) => `'${name}'`).join(', ')}) LIMIT 1`

function openReadonly(path: string, timeoutMs: number): Database.Database {
  const db = new Database(path, { readonly: true, fileMustExist: true, timeout: timeoutMs })
  try {
    db.pragma('query_only = 1')
    // One short pass rarely reads a page twice, so a large cache would only use memory.
    db.pragma('cache_size = -2000')
    // Opening reads nothing. The first query shows whether it is a database that can be read.
    refuseViews(db)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

const faultOfForeignFile = (path: string): Fault => ({
  code: isZeroed(path) ? 'db-zeroed' : 'db-not-a-database',
})

/**
 * Reads the first page in a child process. POSIX locks belong to a process, so closing a plain descriptor
 * here would drop the locks of every SQLite handle in it.
 */
function isZeroed(path: string): boolean {
  try {
    const head = execFileSync('head', ['-c', String(FIRST_PAGE_BYTES), '--', path], {
      timeout: DEFAULT_TIMEOUT_MS,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return head.length > 0 && head.every((byte) => byte === 0)
  } catch {
    // Without `head`, or if the file is gone, the general fault is still correct.
    return false
  }
}

/** While Hermes resets its WAL, a reader may briefly get an I/O error. */
const isTransient = (error: unknown): boolean =>
  error instanceof Database.SqliteError && error.code.startsWith('SQLITE_IOERR')

const ANOTHER_USER = 'Steward runs as the user who started it; Hermes may run as another'
const WHAT_READING_NEEDS = `Reading needs permission on the file and, in WAL mode, its -shm file or a folder this user may write to. ${ANOTHER_USER}`

function describeUnreadable(code: string, message: string): string {
  if (code.startsWith('SQLITE_CANTOPEN') || code.startsWith('SQLITE_READONLY')) {
    return `SQLite says: ${message} (${code}). ${WHAT_READING_NEEDS}`
  }
  return `SQLite says: ${message} (${code})`
}

function lstatOrCode(path: string): Stats | string {
  try {
    return lstatSync(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
    throw error
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    // Whatever the reason, there is no home to open.
    return false
  }
}

/** Synchronous on purpose: no other code runs between the attempts. */
function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
