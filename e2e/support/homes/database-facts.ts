/** Facts about a database from plain SQL: its schema, its pages, and what Hermes would prune. */
import type Database from 'better-sqlite3'

export const schemaVersionOf = (db: Database.Database): number =>
  Number(db.prepare('SELECT version FROM schema_version').pluck().get())

/**
 * The number of ended sessions older than 90 days: by start until July 2026, by last activity since. The
 * newest versions skip pinned sessions, and compressed parts while a later part is kept. Null if Hermes has
 * no prune.
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
