/** When messages of one session were written, within a stretch of time; by the index, without their text. */
import type { MessageTick } from '../domain/busiest-stretch.ts'
import type { StateDb } from './database-facts.ts'
import { secondsToMs } from './epoch.ts'
import { hasSessionIndex } from './read-message-totals.ts'

const MOST_TICKS = 20_000

/** Null where no index leads to them. */
export function readMessageTicks(
  db: StateDb,
  columns: readonly string[],
  sessionId: string,
  fromMs: number,
  toMs: number,
): MessageTick[] | null {
  if (!columns.includes('timestamp') || !hasSessionIndex(db)) return null
  const calls = columns.includes('tool_calls') ? 'coalesce(octet_length(tool_calls), 0) > 2' : '0'
  return db
    .prepare<[string, number, number], [unknown, number]>(
      `SELECT timestamp, role = 'assistant' AND ${calls} FROM messages
       WHERE session_id = ? AND timestamp >= ? AND timestamp < ? ORDER BY timestamp LIMIT ${MOST_TICKS}`,
    )
    .raw()
    .all(sessionId, fromMs / 1_000, toMs / 1_000)
    .flatMap(([seconds, toolIteration]) => {
      const atMs = secondsToMs(seconds)
      return atMs === null ? [] : [{ atMs, toolIteration: toolIteration === 1 }]
    })
}
