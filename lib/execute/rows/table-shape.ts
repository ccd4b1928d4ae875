/** The columns of a table in this home, so that rows of any Hermes version are saved and restored completely. */
import type { Database, Statement } from 'better-sqlite3'
import { isRawText, type Row, type SqlValue } from './row-text.ts'

export type TableShape = {
  readonly name: string
  readonly columns: readonly string[]
  readonly key: readonly string[]
}

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Null if there is no such table. Generated columns are left out. */
export function readShape(db: Database, name: string): TableShape | null {
  const columns = db
    .prepare<[string], { name: string; pk: number }>(
      'SELECT name, pk FROM pragma_table_xinfo(?) WHERE hidden = 0 ORDER BY cid',
    )
    .all(name)
  if (columns.length === 0) return null
  const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
  return { name, columns: columns.map((each) => each.name), key: key.map((each) => each.name) }
}

export type RowReader = (...values: SqlValue[]) => Row[]

/** Rows exactly as stored. `tail` is a SQL literal, never input. */
export function rowReader(db: Database, shape: TableShape, tail: string): RowReader {
  const list = shape.columns.map(quoteName).join(', ')
  const from = `FROM ${quoteName(shape.name)}`
  const select = db
    .prepare<unknown[], SqlValue[]>(`SELECT rowid, ${list} ${from} ${tail}`)
    .raw()
    .safeIntegers()
  const bytes = db
    .prepare<[SqlValue], (Buffer | null)[]>(
      `SELECT ${shape.columns.map(textAsBytes).join(', ')} ${from} WHERE rowid = ?`,
    )
    .raw()
  return (...values) =>
    select.all(...values).map(([rowid, ...row]) => {
      const exact = row.some(mayHideBytes) ? withRawText(row, bytes.get(rowid ?? null)) : row
      return Object.fromEntries(shape.columns.map((column, index) => [column, exact[index] ?? null]))
    })
}

const textAsBytes = (column: string): string =>
  `CASE typeof(${quoteName(column)}) WHEN 'text' THEN CAST(${quoteName(column)} AS BLOB) END`

/** The driver replaces invalid bytes with this character. The stored bytes tell whether the text really contains it. */
const mayHideBytes = (value: SqlValue): boolean => typeof value === 'string' && value.includes('\ufffd')

function withRawText(row: readonly SqlValue[], bytes: readonly (Buffer | null)[] | undefined): SqlValue[] {
  return row.map((value, index) => {
    const raw = bytes?.[index]
    if (typeof value !== 'string' || !Buffer.isBuffer(raw)) return value
    return Buffer.from(value, 'utf8').equals(raw) ? value : { rawText: raw }
  })
}

export type InsertRow = (row: Row) => void

/** Inserts a row with the columns it has; the others get their defaults. */
export function rowInserter(
  db: Database,
  table: string,
  verb: 'INSERT' | 'INSERT OR IGNORE' = 'INSERT',
): InsertRow {
  const known = new Map<string, Statement>()
  return (row) => {
    const entries = Object.entries(row)
    const names = entries.map(([name]) => quoteName(name)).join(', ')
    const placeholders = entries.map(([, value]) => placeholderFor(value)).join(', ')
    const sql = `${verb} INTO ${quoteName(table)} (${names}) VALUES (${placeholders})`
    const statement = known.get(sql) ?? db.prepare(sql)
    known.set(sql, statement)
    statement.run(entries.map(([, value]) => toBinding(value)))
  }
}

/** Drops columns the table no longer has. */
export function onlyColumns(row: Row, columns: readonly string[]): Row {
  const names = Object.keys(row)
  if (names.every((name) => columns.includes(name))) return row
  return Object.fromEntries(Object.entries(row).filter(([name]) => columns.includes(name)))
}

export const placeholderFor = (value: SqlValue): string => (isRawText(value) ? 'CAST(? AS TEXT)' : '?')

export const toBinding = (value: SqlValue): null | bigint | number | string | Buffer =>
  isRawText(value) ? value.rawText : value
