/** Compiles each statement once per handle. */
import type Database from 'better-sqlite3'
import type { Store } from './open-store.ts'

const cache = new WeakMap<Database.Database, Map<string, Database.Statement<unknown[]>>>()

export function prepared<Row = unknown>(store: Store, sql: string): Database.Statement<unknown[], Row> {
  const statements = cache.get(store.db) ?? new Map<string, Database.Statement<unknown[]>>()
  const statement = statements.get(sql) ?? store.db.prepare(sql)
  statements.set(sql, statement)
  cache.set(store.db, statements)
  // The driver cannot know the row type, so the caller states it.
  return statement as Database.Statement<unknown[], Row>
}
