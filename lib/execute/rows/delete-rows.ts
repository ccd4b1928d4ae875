/** The statements that delete a session. Messages go first: see docs/hermes.md, "Full-text layouts", layout D. */
import type { Database } from 'better-sqlite3'
import type { HomeTables } from './home-tables.ts'

export type RowDeletes = {
  /** Several small sessions in one statement, because the full-text index is flushed after each statement. */
  readonly messagesOf: (sessionIds: readonly string[]) => void
  /** Some messages of one session, by id. */
  readonly messages: (sessionId: string, ids: readonly bigint[]) => void
  /** After its messages: the newest full-text triggers read the session's row while messages are deleted. */
  readonly session: (sessionId: string) => void
}

export function rowDeletes(db: Database, tables: HomeTables): RowDeletes {
  const messagesOf = db.prepare('DELETE FROM messages WHERE session_id IN (SELECT value FROM json_each(?))')
  const messages = db.prepare(
    'DELETE FROM messages WHERE id IN (SELECT value FROM json_each(?)) AND session_id = ?',
  )
  const unlink = db.prepare('UPDATE sessions SET parent_session_id = NULL WHERE parent_session_id = ?')
  // Whether a foreign key cascades depends on the version that created the table.
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

/** Prompts are shared. Deleting the last session that uses one deletes it too. */
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
