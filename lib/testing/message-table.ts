/** A small state.db with sessions and messages only, for tests of counting. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'

export type MadeMessage = {
  readonly sessionId: string
  readonly role?: string
  readonly content?: string | null
  readonly toolCalls?: string | null
  readonly timestamp?: number
}

/** The caller closes it. Foreign keys are off, so that messages without a session are possible. */
export function makeMessageDb(home: string): Database.Database {
  const db = new Database(join(home, 'state.db'))
  db.pragma('journal_mode = WAL')
  db.pragma('foreign_keys = OFF')
  db.exec(`
    CREATE TABLE sessions (id TEXT PRIMARY KEY, source TEXT NOT NULL, started_at REAL NOT NULL);
    CREATE TABLE messages (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      session_id TEXT NOT NULL REFERENCES sessions(id),
      role TEXT NOT NULL,
      content TEXT,
      tool_call_id TEXT,
      tool_calls TEXT,
      tool_name TEXT,
      timestamp REAL NOT NULL,
      reasoning TEXT,
      active INTEGER NOT NULL DEFAULT 1
    );
    CREATE TABLE state_meta (key TEXT PRIMARY KEY, value TEXT);
    CREATE INDEX idx_messages_session ON messages(session_id, timestamp);
  `)
  return db
}

export function insertMessages(db: Database.Database, messages: readonly MadeMessage[]): void {
  const insert = db.prepare(
    'INSERT INTO messages (session_id, role, content, tool_calls, timestamp) VALUES (?, ?, ?, ?, ?)',
  )
  const run = db.transaction(() => {
    for (const { sessionId, role, content, toolCalls, timestamp } of messages) {
      insert.run(sessionId, role ?? 'user', content ?? null, toolCalls ?? null, timestamp ?? 1_790_000_000)
    }
  })
  run()
}

/** What the index needs to know about a generated database. */
export function messageSourceOf(home: string, db: Database.Database) {
  const names = (sql: string): string[] =>
    db
      .prepare<[], { name: string }>(sql)
      .all()
      .map(({ name }) => name)
  const { dev, ino } = statSync(join(home, 'state.db'))
  return {
    db,
    identity: `${dev}:${ino}`,
    capabilities: {
      tables: names("SELECT name FROM sqlite_master WHERE type = 'table'"),
      messageColumns: names("SELECT name FROM pragma_table_info('messages')"),
    },
  }
}
