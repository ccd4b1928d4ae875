/** Usage rows without a session, left by a delete with foreign keys off. */
import type { OrphanUsage } from '../../domain/database/database-count.ts'
import type { StateDb } from '../database/database-facts.ts'
import { readColumns } from '../database/read-capabilities.ts'

const MOST_ROWS = 500_000

/** Null if this version of Hermes does not record usage per model. */
export function readOrphanUsage(db: StateDb): OrphanUsage | null {
  if (!readColumns(db, 'session_model_usage').includes('session_id')) return null
  const row = db
    .prepare<[number], { seen: number; rows: number; sessions: number }>(
      `SELECT count(*) AS seen, count(*) FILTER (WHERE gone) AS rows,
         count(DISTINCT session_id) FILTER (WHERE gone) AS sessions
       FROM (SELECT session_id, NOT EXISTS (SELECT 1 FROM sessions s WHERE s.id = u.session_id) AS gone
             FROM session_model_usage u LIMIT ?)`,
    )
    .get(MOST_ROWS)
  if (row === undefined) return null
  return { rows: row.rows, sessions: row.sessions, complete: row.seen < MOST_ROWS }
}
