/** Reads everything the database contains of a session, exactly as stored. Works inside and outside a transaction. */
import type { Database } from 'better-sqlite3'
import type { HomeTables } from './home-tables.ts'
import type { Row, SqlValue } from './row-text.ts'
import { rowBytes } from './session-size.ts'
import type { SizedMessage } from './sized-messages.ts'
import { rowReader } from './table-shape.ts'

export type SideRows = { readonly table: string; readonly rows: readonly Row[] }

export type SessionReader = {
  readonly row: (id: string) => Row | null
  /** Usage and topic bindings, without empty tables. */
  readonly sides: (id: string) => SideRows[]
  /** Ids of the sessions with this parent. */
  readonly children: (id: string) => SqlValue[]
  readonly exists: (id: SqlValue) => boolean
  /** Ascending. */
  readonly messageIds: (id: string) => bigint[]
  /** Ascending by id. Reads lengths only. */
  readonly messageSizes: (id: string) => SizedMessage[]
  readonly messages: (ids: readonly bigint[]) => Row[]
  /** Whether any message with these ids belongs to another session. */
  readonly isOfAnother: (ids: readonly bigint[], id: string) => boolean
  readonly prompt: (hash: SqlValue) => Row | null
}

export function sessionReader(db: Database, tables: HomeTables): SessionReader {
  const rows = rowReader(db, tables.sessions, 'WHERE id = ?')
  const ids = { name: 'sessions', columns: ['id'], key: ['id'] }
  const children = rowReader(db, ids, 'WHERE parent_session_id = ? ORDER BY id')
  const present = rowReader(db, ids, 'WHERE id = ?')
  const sides = tables.sides.map(({ shape, column }) => ({
    table: shape.name,
    read: rowReader(db, shape, `WHERE ${column} = ? ORDER BY rowid`),
  }))
  const messageIds = db
    .prepare<[string], bigint>('SELECT id FROM messages WHERE session_id = ? ORDER BY id')
    .pluck()
    .safeIntegers()
  const messageSizes = db
    .prepare<[string], [bigint, bigint]>(
      `SELECT id, ${rowBytes(tables.messages)} FROM messages WHERE session_id = ? ORDER BY id`,
    )
    .raw()
    .safeIntegers()
  const messages = rowReader(db, tables.messages, 'WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id')
  const ofAnother = db.prepare<[string, string]>(
    'SELECT 1 FROM messages WHERE id IN (SELECT value FROM json_each(?)) AND session_id IS NOT ? LIMIT 1',
  )
  const prompts = tables.prompts === null ? null : rowReader(db, tables.prompts, 'WHERE hash = ?')
  return {
    row: (id) => rows(id)[0] ?? null,
    sides: (id) =>
      sides.map(({ table, read }) => ({ table, rows: read(id) })).filter((side) => side.rows.length > 0),
    children: (id) => children(id).map((row) => row.id ?? null),
    exists: (id) => typeof id === 'string' && present(id).length > 0,
    messageIds: (id) => messageIds.all(id),
    messageSizes: (id) =>
      messageSizes.all(id).map(([message, bytes]) => ({ id: message, bytes: Number(bytes) })),
    messages: (wanted) => messages(`[${wanted.join(',')}]`),
    isOfAnother: (wanted, id) => ofAnother.get(`[${wanted.join(',')}]`, id) !== undefined,
    prompt: (hash) => (typeof hash === 'string' ? (prompts?.(hash)[0] ?? null) : null),
  }
}

/** The prompts a session uses. */
export const promptHashes = (tables: HomeTables, row: Row): string[] =>
  tables.promptColumns.map((column) => row[column]).filter((hash) => typeof hash === 'string')
