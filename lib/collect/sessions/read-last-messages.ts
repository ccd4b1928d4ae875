/** When each session last got a message, by one pass over the index. */
import type { Database } from 'better-sqlite3'
import { SANE_SECONDS, secondsToMs } from '../database/epoch.ts'

export function readLastMessages(db: Database): Map<string, number> {
  const newest = new Map<string, number>()
  const rows = db
    .prepare<[number, number], [unknown, unknown]>(
      `SELECT session_id, max(timestamp) FROM messages
       WHERE timestamp BETWEEN ? AND ? GROUP BY session_id`,
    )
    .raw()
    .iterate(SANE_SECONDS.from, SANE_SECONDS.to)
  for (const [sessionId, seconds] of rows) {
    const ms = secondsToMs(seconds)
    if (typeof sessionId === 'string' && ms !== null) newest.set(sessionId, ms)
  }
  return newest
}
