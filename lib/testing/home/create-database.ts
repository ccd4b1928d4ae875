/**
 * Creates the state.db of an era. Rows are inserted between the two steps: filling the full-text index at
 * once is ten times faster than by its triggers and gives the same index.
 */
import Database from 'better-sqlite3'
import { hexOf } from './noise.ts'
import { columnsOf, isFrom, MESSAGE_COLUMNS, SESSION_COLUMNS } from './schema-columns.ts'
import { displayTriggersSql } from './schema-display.ts'
import { cjkSearch, searchOf, upgradedSearch } from './schema-fts.ts'
import { indexesSql } from './schema-indexes.ts'
import { ORIGIN_SESSION_COLUMN, SCHEMA_VERSIONS, sideTables, tablesSql } from './schema-tables.ts'
import type { HomeSpec } from './spec.ts'

export type DatabaseSpec = Pick<
  HomeSpec,
  'era' | 'cjk' | 'upgradedFrom' | 'schemaVersion' | 'journalMode' | 'meta'
>

export function createDatabase(path: string, spec: DatabaseSpec): Database.Database {
  const db = new Database(path)
  // A test home need not survive a power cut.
  db.pragma('synchronous = OFF')
  db.pragma('cache_size = -64000')
  db.pragma(`journal_mode = ${spec.journalMode ?? 'wal'}`)
  if (spec.upgradedFrom === 'mar') createUpgraded(db, spec)
  else createFresh(db, spec)
  const version = spec.schemaVersion ?? SCHEMA_VERSIONS[spec.era]
  db.prepare('INSERT INTO schema_version (version) VALUES (?)').run(version)
  return db
}

/** Adds full-text search over the existing messages, and its triggers. */
export function addSearch(db: Database.Database, { era, cjk, upgradedFrom }: DatabaseSpec): void {
  const parts = upgradedFrom === 'mar' ? upgradedSearch() : searchOf(era)
  for (const { tables, fill, triggers } of cjk ? [...parts, cjkSearch()] : parts) {
    db.exec(tables)
    db.exec(fill)
    db.exec(triggers)
  }
}

/** Instead of `addSearch`: an empty index with a pending rebuild of all messages. */
export function deferSearch(db: Database.Database, era: 'aug' | 'nov'): void {
  const last = db.prepare<[], { id: number | null }>('SELECT max(id) AS id FROM messages').get()?.id ?? 0
  writeMeta(db, 'fts_rebuild_high_water', String(last))
  writeMeta(db, 'fts_rebuild_progress', '0')
  for (const { tables, triggers } of searchOf(era)) db.exec(tables + triggers)
}

/** Bulk loads build their indexes at the end. */
export function dropIndexes(db: Database.Database): void {
  const names = db
    .prepare<[], { name: string }>(`SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL`)
    .all()
  for (const { name } of names) db.exec(`DROP INDEX ${name}`)
}

export const restoreIndexes = (db: Database.Database, era: HomeSpec['era']): void => {
  db.exec(indexesSql(era))
}

function writeMeta(db: Database.Database, key: string, value: string): void {
  db.prepare('INSERT OR REPLACE INTO state_meta (key, value) VALUES (?, ?)').run(key, value)
}

function createFresh(db: Database.Database, { era, meta }: DatabaseSpec): void {
  db.exec(tablesSql(era))
  if (isFrom(era, 'aug')) db.exec(`ALTER TABLE async_delegations ADD COLUMN ${ORIGIN_SESSION_COLUMN}`)
  db.exec(indexesSql(era))
  if (isFrom(era, 'nov')) db.exec(displayTriggersSql)
  if (!isFrom(era, 'may')) return
  for (const [key, value] of Object.entries({ ...eraMeta(db, era), ...meta })) writeMeta(db, key, value)
}

function eraMeta(db: Database.Database, era: HomeSpec['era']): Record<string, string> {
  if (!isFrom(era, 'aug')) return {}
  if (!isFrom(era, 'nov')) return { fts_storage_version: '1' }
  const generation = hexOf('db_file_generation', 32)
  // Hermes derives a number in the file header from the generation, to recognize copies.
  db.pragma(`application_id = ${Number.parseInt(generation.slice(0, 7), 16) || 1}`)
  return { fts_storage_version: '3', db_file_generation: generation }
}

/** As August's version starts on March's file: missing columns and tables are added. */
function createUpgraded(db: Database.Database, spec: DatabaseSpec): void {
  db.exec(tablesSql('mar'))
  addMissing(db, 'sessions', columnsOf(SESSION_COLUMNS, 'mar'), columnsOf(SESSION_COLUMNS, spec.era))
  addMissing(db, 'messages', columnsOf(MESSAGE_COLUMNS, 'mar'), columnsOf(MESSAGE_COLUMNS, spec.era))
  for (const sql of sideTables(spec.era)) db.exec(sql)
  db.exec(indexesSql(spec.era))
  for (const [key, value] of Object.entries({ fts_optimize_available: '1', ...spec.meta }))
    writeMeta(db, key, value)
}

function addMissing(
  db: Database.Database,
  table: string,
  present: readonly string[],
  wanted: readonly string[],
): void {
  const known = new Set(present)
  for (const definition of wanted.filter((line) => !known.has(line)))
    db.exec(`ALTER TABLE ${table} ADD COLUMN ${definition.replace(/^(\w+)/, '"$1"')}`)
}

/** Afterwards only an SQLite with the CJK extension can write messages. */
export function pretendCjkTokenizer(db: Database.Database): void {
  db.unsafeMode(true)
  db.pragma('writable_schema = ON')
  db.prepare(
    `UPDATE sqlite_master SET sql = replace(sql, 'unicode61', 'cjk_unicode61') WHERE name = 'messages_fts_cjk'`,
  ).run()
  db.pragma('writable_schema = RESET')
  db.unsafeMode(false)
}
