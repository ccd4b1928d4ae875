/** Detects what this database can store and how, because different versions of Hermes share one file. */
import type { Database } from 'better-sqlite3'
import type { Capabilities } from '../../domain/home/home.ts'
import { detectFtsLayout, type MasterRow } from './detect-fts-layout.ts'
import { readSideTriggers, readUnknownTables } from './read-strangers.ts'

export function readCapabilities(db: Database): Capabilities {
  const master = readMaster(db)
  const tables = master.filter((row) => row.type === 'table').map((row) => row.name)
  const has = (table: string) => tables.includes(table)
  const fts = detectFtsLayout(master)
  const notes = has('state_meta') ? readNotes(db) : []
  return {
    schemaVersion: has('schema_version') ? readSchemaVersion(db) : null,
    tables,
    sessionColumns: has('sessions') ? readColumns(db, 'sessions') : [],
    messageColumns: has('messages') ? readColumns(db, 'messages') : [],
    ftsLayout: fts.layout,
    cjkTriggers: fts.cjkTriggers,
    ftsStale: notes.includes('fts_stale'),
    unknownTriggers: [...fts.unknownTriggers, ...readSideTriggers(db)],
    unknownTables: readUnknownTables(db),
    journalMode: String(db.pragma('journal_mode', { simple: true })),
    replacedFileGuard: notes.includes('db_file_generation'),
    pageSizeBytes: Number(db.pragma('page_size', { simple: true })),
    pageCount: Number(db.pragma('page_count', { simple: true })),
    freePages: Number(db.pragma('freelist_count', { simple: true })),
  }
}

/** `table` is a literal, never a name from the file. */
export function readColumns(db: Database, table: string): string[] {
  return db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table)
}

function readMaster(db: Database): MasterRow[] {
  return db
    .prepare<[], MasterRow>(
      `SELECT type, name, tbl_name AS "table", coalesce(sql, '') AS sql FROM sqlite_master
       WHERE type IN ('table', 'view', 'trigger') ORDER BY name LIMIT 10000`,
    )
    .all()
}

/** Plugins may add columns. A missing or invalid version is unknown. */
function readSchemaVersion(db: Database): number | null {
  if (!readColumns(db, 'schema_version').includes('version')) return null
  const version = db.prepare<[], unknown>('SELECT max(version) FROM schema_version').pluck().get()
  return typeof version === 'number' ? version : null
}

function readNotes(db: Database): string[] {
  if (!readColumns(db, 'state_meta').includes('key')) return []
  return db
    .prepare<[], string>(`SELECT key FROM state_meta WHERE key IN ('fts_stale', 'db_file_generation')`)
    .pluck()
    .all()
}
