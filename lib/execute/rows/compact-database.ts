/**
 * Compacts state.db in place. No other process may have it open: the caller checks processes, and an
 * exclusive lock proves it again. Hermes' settings in the file are unchanged.
 */
import { lstatSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import type { Capabilities } from '../../domain/home/home.ts'
import { type Refusal, refuseCapabilities } from '../../domain/home/refusals.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import type { ReadTrigrams } from './open-writer.ts'
import { refuseDatabaseOwner } from './refuse-database-owner.ts'
import { isBusy } from './write-fault.ts'

export type CompactOptions = {
  readonly readCapabilities: (db: Database.Database) => Capabilities
  readonly readTrigrams: ReadTrigrams
  /** `dev:ino` of the planned file. A different file is left alone. */
  readonly identity: string
  /** Free bytes on a path's disk. Tests replace it. */
  readonly freeBytes?: (path: string) => number
}

export type Compacted = { readonly beforeBytes: number; readonly afterBytes: number }

export function compactDatabase(homePath: string, options: CompactOptions): Result<Compacted, Refusal> {
  const path = join(homePath, 'state.db')
  const refusal = refuseDatabaseOwner(homePath) ?? refuseFile(path, options.identity)
  if (refusal !== null) return failed(refusal)
  let db: Database.Database | null = null
  try {
    db = new Database(path, { fileMustExist: true, timeout: 0 })
    return compact(db, path, options)
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error
    return failed(toRefusal(error))
  } finally {
    db?.close()
  }
}

function compact(db: Database.Database, path: string, options: CompactOptions): Result<Compacted, Refusal> {
  // Set before the first read, so that the lock excludes every handle that has read the file, not only
  // writers.
  db.pragma('locking_mode = EXCLUSIVE')
  db.exec('BEGIN EXCLUSIVE; COMMIT')
  const [unknown] = refuseCapabilities(options.readCapabilities(db))
  const refusal = unknown ?? refuseReplicated(db) ?? refuseSpace(db, path, options.freeBytes ?? freeBytesOf)
  if (refusal !== null) return failed(refusal)
  const damage = findDamage(db, options)
  if (damage !== null)
    return failed(DAMAGED(damage, 'Nothing was changed. Stop Hermes and run hermes sessions repair.'))
  const beforeBytes = sizeOf(path)
  for (const index of searchIndexes(db)) db.exec(`INSERT INTO ${index}(${index}) VALUES('optimize')`)
  db.exec('VACUUM')
  db.pragma('wal_checkpoint(TRUNCATE)')
  const after = findDamage(db, options)
  if (after !== null) return failed(DAMAGED(after, 'Run: hermes sessions repair.'))
  return ok({ beforeBytes, afterBytes: sizeOf(path) })
}

/** SQLite's integrity checks of the file and of each full-text index. Null if undamaged. */
function findDamage(db: Database.Database, { readTrigrams }: CompactOptions): string | null {
  // Our SQLite calls an index malformed whose writer counted fewer trigrams of a photo.
  for (const answer of db.prepare<[], string>('PRAGMA integrity_check(100)').pluck().all())
    if (answer !== 'ok' && (answer !== TRIGRAMS_MALFORMED || readTrigrams(db).ofCopiedMessage() === null))
      return answer
  for (const index of searchIndexes(db)) {
    try {
      // Rank 1 compares with the messages. An index Hermes is still filling is only checked for consistency,
      // and one that another SQLite wrote was already checked with the file.
      const rank = isBeingFilled(db) ? 0 : 1
      db.exec(`INSERT INTO ${index}(${index}, rank) VALUES('integrity-check', ${rank})`)
    } catch (error) {
      if (!(error instanceof Database.SqliteError)) throw error
      if (index === TRIGRAMS && isFtsVerdict(error) && readTrigrams(db).ofAnyMessage() !== null) continue
      return `${index}: ${error.message}`
    }
  }
  return null
}

const TRIGRAMS = 'messages_fts_trigram'
/** Of a full-text index that differs from its own copy of the texts. */
const TRIGRAMS_MALFORMED = `malformed inverted index for FTS5 table main.${TRIGRAMS}`

const isFtsVerdict = ({ code }: InstanceType<typeof Database.SqliteError>): boolean =>
  code === 'SQLITE_CORRUPT_VTAB'

const searchIndexes = (db: Database.Database): string[] =>
  db
    .prepare<[], string>(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name IN ('messages_fts', 'messages_fts_trigram')`,
    )
    .pluck()
    .all()

function isBeingFilled(db: Database.Database): boolean {
  const hasMeta = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'state_meta'").get() !== undefined
  if (!hasMeta) return false
  const flags = db.prepare(`SELECT 1 FROM state_meta WHERE key IN ('fts_rebuild_high_water', 'fts_stale')`)
  return flags.get() !== undefined
}

/** VACUUM needs a copy, possibly on another disk, and writes the same amount to the WAL. */
function refuseSpace(
  db: Database.Database,
  path: string,
  freeBytes: (path: string) => number,
): Refusal | null {
  const bytes = (name: string) => Number(db.pragma(name, { simple: true }))
  const used = (bytes('page_count') - bytes('freelist_count')) * bytes('page_size')
  const short = [dirname(path), tmpdir()].find((place) => freeBytes(place) < 2 * used + SPARE_BYTES)
  if (short === undefined) return null
  return {
    code: 'no-space',
    message: `Compacting needs up to ${(2 * used + SPARE_BYTES).toLocaleString('en-US')} bytes free for a while; there are ${freeBytes(short).toLocaleString('en-US')} at ${short}. Nothing was changed.`,
  }
}

const SPARE_BYTES = 16 * 1024 * 1024

function refuseFile(path: string, identity: string): Refusal | null {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return { code: 'db-missing', message: 'There is no state.db in this home.' }
  if (!stats.isFile()) return { code: 'db-symlink', message: 'state.db is no plain file.' }
  if (`${stats.dev}:${stats.ino}` !== identity)
    return {
      code: 'db-replaced',
      message:
        'state.db was replaced by another file since the plan was made. Nothing was changed; plan again.',
    }
  const folder = dirname(path)
  // Litestream keeps its position in the WAL in one of these, depending on its version.
  const isReplicated = [join(folder, '.state.db-litestream'), join(folder, 'state.db-litestream')].some(
    (place) => lstatSync(place, { throwIfNoEntry: false }) !== undefined,
  )
  return isReplicated ? REPLICATED : null
}

const refuseReplicated = (db: Database.Database): Refusal | null =>
  db.prepare(`SELECT 1 FROM sqlite_master WHERE name GLOB '_litestream_*'`).get() === undefined
    ? null
    : REPLICATED

const REPLICATED: Refusal = {
  code: 'replicated',
  message:
    'Litestream replicates this database and counts on its WAL. Stop it and remove its folder first. Nothing was changed.',
}

const DAMAGED = (detail: string, next: string): Refusal => ({
  code: 'damaged',
  message: `SQLite's check says: ${detail}. ${next}`,
})

function toRefusal(error: InstanceType<typeof Database.SqliteError>): Refusal {
  if (isBusy(error))
    return {
      code: 'in-use',
      message:
        'Somebody has state.db open. Stop the gateway and every other Hermes process. Nothing was changed.',
    }
  if (error.code.startsWith('SQLITE_CORRUPT'))
    return DAMAGED(error.message, 'Nothing was changed. Stop Hermes and run hermes sessions repair.')
  if (error.code === 'SQLITE_FULL')
    return { code: 'no-space', message: 'The disk filled up on the way. SQLite has taken everything back.' }
  return { code: 'sqlite', message: `SQLite says: ${error.message} (${error.code}).` }
}

const freeBytesOf = (path: string): number => {
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize
}

const sizeOf = (path: string): number => lstatSync(path).size
