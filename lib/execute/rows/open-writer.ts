/**
 * The only way to open a home's database for writing. A read-only handle is opened first and closed last;
 * otherwise closing the writer could unlink the WAL of a Hermes that lost its locks (docs/hermes.md,
 * "Lost locks"). Every reason not to write is checked again here.
 */
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Trigrams } from '../../domain/database/trigrams.ts'
import type { Capabilities } from '../../domain/home/home.ts'
import { type Refusal, refuseCapabilities, refuseUnknownTables } from '../../domain/home/refusals.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { type HomeTables, readTables, refuseTables } from './home-tables.ts'
import { readWithRetry } from './read-with-retry.ts'
import { refuseDatabaseOwner } from './refuse-database-owner.ts'
import { HOT_JOURNAL, isBusy, isHotJournal } from './write-fault.ts'
import { makeTurns, READ_TIMEOUT_MS, type Turn } from './write-turns.ts'

export type HomeWriter = {
  /** Writable. Rows change only inside `turn`. */
  readonly db: Database.Database
  /** For reads outside of transactions. */
  readonly reader: Database.Database
  readonly tables: HomeTables
  readonly readTrigrams: ReadTrigrams
  readonly turn: Turn
  readonly close: () => void
}

/** For the handle it is given. Passed in from collect, like `readCapabilities`. */
export type ReadTrigrams = (db: Database.Database) => Trigrams

export type WriterOptions = {
  /** Passed in from collect, so that layouts and triggers are detected in one place. */
  readonly readCapabilities: (db: Database.Database) => Capabilities
  readonly readTrigrams: ReadTrigrams
  /** True only if no other process has the database open. Checked on open, before each checkpoint and on close. */
  readonly isAlone: () => boolean
  /** How long to retry a busy database. */
  readonly timeoutMs?: number
}

export function openWriter(homePath: string, options: WriterOptions): Result<HomeWriter, Refusal> {
  const path = join(homePath, 'state.db')
  const refusal = refuseDatabaseOwner(homePath) ?? refuseFiles(path)
  if (refusal !== null) return failed(refusal)
  let reader: Database.Database | null = null
  let db: Database.Database | null = null
  try {
    reader = new Database(path, { readonly: true, fileMustExist: true, timeout: READ_TIMEOUT_MS })
    reader.pragma('query_only = 1')
    const known = checkSchema(reader, options)
    if (!known.ok) {
      reader.close()
      return known
    }
    db = new Database(path, { fileMustExist: true, timeout: READ_TIMEOUT_MS })
    prepare(db)
    const turn = makeTurns(db, { isAlone: options.isAlone, timeoutMs: options.timeoutMs })
    const { isAlone, readTrigrams } = options
    return ok({ db, reader, tables: known.value, readTrigrams, turn, close: closer(db, reader, isAlone) })
  } catch (error) {
    db?.close()
    reader?.close()
    if (!(error instanceof Database.SqliteError)) throw error
    if (isHotJournal(error)) return failed(HOT_JOURNAL)
    return failed(isBusy(error) ? LOCKED : UNWRITABLE(`${error.message} (${error.code})`))
  }
}

/** Why rows must not be changed, whatever they are. A restore plan asks before it promises anything. */
export const checkSchema = (
  db: Database.Database,
  { readCapabilities }: Pick<WriterOptions, 'readCapabilities'>,
): Result<HomeTables, Refusal> =>
  readWithRetry(db, () => {
    const capabilities = readCapabilities(db)
    const [refusal] = [...refuseCapabilities(capabilities), ...refuseUnknownTables(capabilities)]
    const tables = readTables(db)
    const refused = refusal ?? refuseTables(tables)
    return refused === null && tables !== null ? ok(tables) : failed(refused ?? UNWRITABLE('no tables'))
  })

function prepare(db: Database.Database): void {
  readWithRetry(db, () => db.prepare('SELECT count(*) FROM sqlite_master').get())
  db.pragma('wal_autocheckpoint = 0')
  db.pragma('foreign_keys = ON')
  // What a receipt reports as done must survive a power cut.
  db.pragma('synchronous = FULL')
  // Without a WAL, a cache spill would lock readers out during a transaction.
  db.pragma('cache_spill = OFF')
  db.pragma('busy_timeout = 0')
  try {
    db.exec('BEGIN IMMEDIATE')
    db.exec('ROLLBACK')
  } catch (error) {
    // A busy database is fine, because each turn retries. A read-only one is not.
    if (!isBusy(error)) throw error
  } finally {
    db.pragma(`busy_timeout = ${READ_TIMEOUT_MS}`)
  }
}

/** With no other process, the writer closes last and removes its WAL. Otherwise it closes first and the WAL stays. */
const closer = (db: Database.Database, reader: Database.Database, isAlone: () => boolean) => (): void => {
  let order = [db, reader]
  try {
    if (isAlone()) order = [reader, db]
  } finally {
    for (const handle of order) handle.close()
  }
}

/** Links and missing files. Never opened, because SQLite follows links. */
export function refuseFiles(path: string): Refusal | null {
  for (const end of ['', '-wal', '-shm', '-journal']) {
    const stats = lstatSync(path + end, { throwIfNoEntry: false })
    if (stats === undefined && end === '')
      return { code: 'db-missing', message: 'There is no state.db in this home.' }
    if (stats !== undefined && !stats.isFile())
      return {
        code: 'db-symlink',
        message: `state.db${end} is no plain file. Steward follows no links inside a home.`,
      }
  }
  return null
}

const LOCKED: Refusal = {
  code: 'db-locked',
  message: 'Another process holds the lock on state.db. Nothing was changed.',
}

const UNWRITABLE = (detail: string): Refusal => ({
  code: 'db-unwritable',
  message: `state.db cannot be written: ${detail}. Nothing was changed.`,
})
