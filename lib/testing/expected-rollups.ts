/** The same totals from our roll-ups and from SQL over the messages, for comparison. */
import type Database from 'better-sqlite3'
import type { Store } from '../store/open-store.ts'

const ROLES = `sum(role = 'user') AS user_messages, sum(role = 'assistant') AS assistant_messages,
  sum(role = 'tool') AS tool_messages, sum(role NOT IN ('user', 'assistant', 'tool')) AS other_messages`

const COUNTS = `count(*) AS messages,
  sum(coalesce(octet_length(content), 0) + coalesce(octet_length(tool_calls), 0)) AS bytes, ${ROLES},
  sum(iif(json_valid(tool_calls), json_array_length(tool_calls), 0)) AS tool_calls`

/** From the messages of a generated database, which has only content and tool_calls. */
export function aggregateBySql(db: Database.Database) {
  return {
    total: db.prepare('SELECT count(*) AS messages FROM messages').get(),
    sessions: db
      .prepare(
        `SELECT session_id, ${COUNTS}, max(id) AS max_message_id, min(timestamp) * 1000 AS first_ms,
           max(timestamp) * 1000 AS last_ms
         FROM messages GROUP BY session_id ORDER BY session_id`,
      )
      .all(),
    hours: db
      .prepare(
        `SELECT session_id, CAST(timestamp AS INTEGER) / 3600 AS hour, ${COUNTS}
         FROM messages GROUP BY session_id, hour ORDER BY session_id, hour`,
      )
      .all(),
  }
}

export function storedRollups(store: Store, homeId: number) {
  const counts =
    'messages, bytes, user_messages, assistant_messages, tool_messages, other_messages, tool_calls'
  return {
    total: store.db.prepare('SELECT messages FROM index_state WHERE home_id = ?').get(homeId),
    sessions: store.db
      .prepare(
        `SELECT session_id, ${counts}, max_message_id, first_ms, last_ms FROM session_rollup
         WHERE home_id = ? ORDER BY session_id`,
      )
      .all(homeId),
    hours: store.db
      .prepare(
        `SELECT session_id, hour, ${counts} FROM message_rollup WHERE home_id = ? ORDER BY session_id, hour`,
      )
      .all(homeId),
  }
}
