/** What plain SQL tells of a database: its schema, what fills its pages, what Hermes itself would prune. */
import type Database from 'better-sqlite3'

export const schemaVersionOf = (db: Database.Database): number =>
  Number(db.prepare('SELECT version FROM schema_version').pluck().get())

/**
 * Ended and older than 90 days: by their start until July 2026, by their last activity since. The newest versions
 * spare pinned ones, and a compressed part while a later one stays. Null where Hermes has no prune of its own.
 */
export function autoPruneSelection(db: Database.Database): number | null {
  const schema = schemaVersionOf(db)
  if (schema < 7) return null
  const activity = `max(started_at, coalesce(last_activity_at, 0),
    (SELECT coalesce(max(timestamp), 0) FROM messages WHERE session_id = s.id))`
  const old = db
    .prepare<[], string>(
      `SELECT id FROM sessions s WHERE ended_at IS NOT NULL ${schema < 27 ? '' : 'AND NOT pinned'}
         AND ${schema < 24 ? 'started_at' : activity} < unixepoch('now', 'subsec') - 90 * 86400`,
    )
    .pluck()
    .all()
  const going = new Set(old)
  if (schema < 29) return going.size
  const links = db
    .prepare<[], { child: string; parent: string }>(
      `SELECT c.id AS child, p.id AS parent FROM sessions c JOIN sessions p ON p.id = c.parent_session_id
         WHERE p.end_reason = 'compression'`,
    )
    .all()
  for (const _ of links) for (const { child, parent } of links) if (!going.has(child)) going.delete(parent)
  return going.size
}

export const databaseObjects = (db: Database.Database): { name: string; bytes: number }[] =>
  db
    .prepare<[], { name: string; bytes: number }>(
      'SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name ORDER BY bytes DESC',
    )
    .all()
