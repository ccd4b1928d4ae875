/** Inserts into the columns the table really has, so that one caller works for every era. */
import type Database from 'better-sqlite3'

export type RowInsert = ((row: Readonly<Record<string, unknown>>) => void) & { readonly exists: boolean }

/** If the era has no such table, rows are dropped. */
export function insertInto(db: Database.Database, table: string): RowInsert {
  const present = new Set(
    db
      .prepare<[string], { name: string }>('SELECT name FROM pragma_table_info(?)')
      .all(table)
      .map(({ name }) => name),
  )
  const exists = present.size > 0
  const statements = new Map<string, Database.Statement>()
  const insert = (row: Readonly<Record<string, unknown>>): void => {
    if (!exists) return
    const columns = Object.keys(row).filter((name) => present.has(name))
    const signature = columns.join(', ')
    let statement = statements.get(signature)
    if (statement === undefined) {
      const marks = columns.map(() => '?').join(', ')
      statement = db.prepare(`INSERT INTO ${table} (${signature}) VALUES (${marks})`)
      statements.set(signature, statement)
    }
    statement.run(columns.map((name) => row[name]))
  }
  return Object.assign(insert, { exists })
}
