/** How heavy a session is: for whoever makes the batches, and to know what no single turn can take. */
import type { Database } from 'better-sqlite3'
import type { HomeTables } from './home-tables.ts'

export type SessionWeight = { readonly messages: number; readonly bytes: number }

/** More than this may not fit one turn, with both full-text indexes on a slow machine. */
const LARGE: SessionWeight = { messages: 200, bytes: 400_000 }

export const isLarge = ({ messages, bytes }: SessionWeight): boolean =>
  messages > LARGE.messages || bytes > LARGE.bytes

export const isLargeCount = (messages: number): boolean => messages > LARGE.messages

/** Reads lengths, not texts. A session without messages, or one that is gone, weighs nothing. */
export function sessionWeigher(db: Database, { messages }: HomeTables): (sessionId: string) => SessionWeight {
  const weighed = ['content', 'tool_calls', 'reasoning', 'reasoning_details', 'api_content'].filter((name) =>
    messages.columns.includes(name),
  )
  const octets = weighed.map((name) => `coalesce(octet_length(${name}), 0)`).join(' + ') || '0'
  const weigh = db.prepare<[string], SessionWeight>(
    `SELECT count(*) AS messages, coalesce(sum(${octets}), 0) AS bytes FROM messages WHERE session_id = ?`,
  )
  return (id) => weigh.get(id) ?? { messages: 0, bytes: 0 }
}
