/** Size of a session, for splitting batches and to know what does not fit in one turn. */
import type { Database } from 'better-sqlite3'
import type { HomeTables } from './home-tables.ts'

export type SessionSize = { readonly messages: number; readonly bytes: number }

/** More may not fit in one turn, with both full-text indexes on a slow machine. */
const LARGE: SessionSize = { messages: 200, bytes: 400_000 }

export const isLarge = ({ messages, bytes }: SessionSize): boolean =>
  messages > LARGE.messages || bytes > LARGE.bytes

export const isLargeCount = (messages: number): boolean => messages > LARGE.messages

/** Reads lengths only. 0 for a session without messages or one that is gone. */
export function sessionSizeReader(
  db: Database,
  { messages }: HomeTables,
): (sessionId: string) => SessionSize {
  const textColumns = ['content', 'tool_calls', 'reasoning', 'reasoning_details', 'api_content'].filter(
    (name) => messages.columns.includes(name),
  )
  const octets = textColumns.map((name) => `coalesce(octet_length(${name}), 0)`).join(' + ') || '0'
  const sizes = db.prepare<[string], SessionSize>(
    `SELECT count(*) AS messages, coalesce(sum(${octets}), 0) AS bytes FROM messages WHERE session_id = ?`,
  )
  return (id) => sizes.get(id) ?? { messages: 0, bytes: 0 }
}
