/** The statements that delete a session. Messages go first: see docs/hermes.md, "Full-text layouts", layout D. */
import type { Database } from 'better-sqlite3'
import type { HomeTables } from './home-tables.ts'

export type RowDeletes = {
  /** All messages of small sessions in one statement: each statement makes the full-text index write itself down. */
  readonly messagesOf: (sessionIds: readonly string[]) => void
  /** Some messages of one session, by their ids. */
  readonly messages: (sessionId: string, ids: readonly bigint[]) => void
  /** After its messages: the newest full-text triggers look the session's row up while messages go. */
  readonly session: (sessionId: string) => void
}

export function rowDeletes(db: Database, tables: HomeTables): RowDeletes {
  const messagesOf = db.prepare('DELETE FROM messages WHERE session_id IN (SELECT value FROM json_each(?))')
  const messages = db.prepare(
    'DELETE FROM messages WHERE id IN (SELECT value FROM json_each(?)) AND session_id = ?',
  )
  const unlink = db.prepare('UPDATE sessions SET parent_session_id = NULL WHERE parent_session_id = ?')
  // Some foreign keys cascade and some do not, by the version that made the table.
  const sides = tables.sides.map(({ shape, column }) =>
    db.prepare(`DELETE FROM ${shape.name} WHERE ${column} = ?`),
  )
  const session = db.prepare('DELETE FROM sessions WHERE id = ?')
  const prompts = promptDeletes(db, tables)
  return {
    messagesOf: (ids) => {
      messagesOf.run(JSON.stringify(ids))
    },
    messages: (id, ids) => {
      messages.run(`[${ids.join(',')}]`, id)
    },
    session: (id) => {
      const hashes = prompts.named(id)
      unlink.run(id)
      for (const side of sides) side.run(id)
      session.run(id)
      prompts.drop(hashes)
    },
  }
}

/** Prompts are shared; the last session that names one takes it along. */
function promptDeletes(db: Database, { prompts, promptColumns }: HomeTables) {
  if (prompts === null || promptColumns.length === 0) return { named: () => [], drop: () => {} }
  const named = db.prepare<[string], unknown[]>(
    `SELECT ${promptColumns.join(', ')} FROM sessions WHERE id = ?`,
  )
  const unused = promptColumns
    .map((column) => `NOT EXISTS (SELECT 1 FROM sessions WHERE ${column} = hash)`)
    .join(' AND ')
  const drop = db.prepare(`DELETE FROM system_prompts WHERE hash = ? AND ${unused}`)
  return {
    named: (id: string): unknown[] =>
      named
        .raw()
        .get(id)
        ?.filter((hash) => hash !== null) ?? [],
    drop: (hashes: readonly unknown[]): void => {
      for (const hash of hashes) drop.run(hash)
    },
  }
}
