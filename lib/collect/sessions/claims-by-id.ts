/**
 * Reads the claims on one session that are in the database itself, by id. Fast enough to run inside the
 * transaction that removes it. Other claims are read between batches.
 */
import type { Database } from 'better-sqlite3'
import type { Protection } from '../../domain/sessions/session.ts'
import { readColumns } from '../database/read-capabilities.ts'
import { shortId, shortText } from '../database/short-text.ts'
import { expiryMs, isHolderAlive } from './read-claims.ts'

export type ClaimsById = (sessionId: string, nowMs: number) => Protection | null

/** Valid for one handle, while its schema does not change. */
export function claimsById(db: Database, homePath: string): ClaimsById {
  const isPinned = readColumns(db, 'sessions').includes('pinned')
    ? db.prepare<[string]>(`SELECT 1 FROM sessions WHERE id = ? AND typeof(pinned) <> 'text' AND pinned <> 0`)
    : null
  const leaseOf = lockLookup(db, 'session_turn_leases', 'conversation_id', () => true)
  const lockOf = lockLookup(db, 'compression_locks', 'session_id', (holder) =>
    isHolderAlive(holder, homePath),
  )
  return (id, nowMs) => {
    if (isPinned?.get(id) !== undefined) return { code: 'pinned' }
    const leaseMs = leaseOf(id, nowMs)
    if (leaseMs !== null) return { code: 'turn-lease', expiresMs: leaseMs }
    const lockMs = lockOf(id, nowMs)
    return lockMs === null ? null : { code: 'compression-lock', expiresMs: lockMs }
  }
}

/** The session's source. 'unknown' in schemas without one. */
export function sourceOf(db: Database, sessionId: string): string {
  if (!readColumns(db, 'sessions').includes('source')) return 'unknown'
  const sql = `SELECT ${shortText('source')} FROM sessions WHERE id = ?`
  return String(db.prepare<[string]>(sql).pluck().get(sessionId))
}

/** Looks up when a lock expires. Null if it is not held. */
function lockLookup(
  db: Database,
  table: 'session_turn_leases' | 'compression_locks',
  key: string,
  holds: (holder: string) => boolean,
): (sessionId: string, nowMs: number) => number | null {
  if (readColumns(db, table).length === 0) return () => null
  const read = db
    .prepare<[string, number], [unknown, unknown]>(
      `SELECT ${shortId('holder')}, expires_at FROM ${table} WHERE ${key} = ? AND expires_at > ?`,
    )
    .raw()
  return (id, nowMs) => {
    const [holder, expiresAt] = read.get(id, nowMs / 1000) ?? []
    return expiresAt === undefined || !holds(String(holder)) ? null : expiryMs(expiresAt)
  }
}
