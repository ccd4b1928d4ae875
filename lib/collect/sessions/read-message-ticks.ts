/** When messages of one session were written within a time range, found by index and without their text. */
import type { TicksRead } from '../../domain/sessions/busiest-windows.ts'
import type { StateDb } from '../database/database-facts.ts'
import { secondsToMs } from '../database/epoch.ts'
import { hasSessionIndex } from './read-message-totals.ts'

/** A range with more messages is a runaway, whichever part of it is read. */
const MOST_TICKS = 20_000

/** Null if `messages` has no timestamps or no index by session. */
export function readMessageTicks(
  db: StateDb,
  columns: readonly string[],
  sessionId: string,
  fromMs: number,
  toMs: number,
): TicksRead | null {
  if (!columns.includes('timestamp') || !hasSessionIndex(db)) return null
  const calls = columns.includes('tool_calls') ? 'coalesce(octet_length(tool_calls), 0) > 2' : '0'
  const rows = db
    .prepare<[string, number, number], [unknown, number]>(
      `SELECT timestamp, role = 'assistant' AND ${calls} FROM messages
       WHERE session_id = ? AND timestamp >= ? AND timestamp < ? ORDER BY timestamp LIMIT ${MOST_TICKS + 1}`,
    )
    .raw()
    .all(sessionId, fromMs / 1_000, toMs / 1_000)
  const ticks = rows.slice(0, MOST_TICKS).flatMap(([seconds, toolIteration]) => {
    const atMs = secondsToMs(seconds)
    return atMs === null ? [] : [{ atMs, toolIteration: toolIteration === 1 }]
  })
  return { ticks, complete: rows.length <= MOST_TICKS }
}
