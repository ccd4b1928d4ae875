/** The largest message of a session, because some are too large to be removed. Reads lengths only. */
import type { StateDb } from '../database/database-facts.ts'
import { payloadBytes } from './read-message-batch.ts'

export function readLargestMessage(db: StateDb, columns: readonly string[], sessionId: string): number {
  if (columns.length === 0) return 0
  const sql = `SELECT coalesce(max(${payloadBytes(columns)}), 0) FROM messages WHERE session_id = ?`
  return db.prepare<[string], number>(sql).pluck().get(sessionId) ?? 0
}
