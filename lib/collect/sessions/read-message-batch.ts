/**
 * Reads message metadata, never text. Lengths come from `octet_length`: `length` stops at a NUL, with which
 * Hermes begins structured content, and an octet length needs only the row's header.
 */
import type { MessageFact, MessageRole } from '../../domain/sessions/message-rollup.ts'
import type { StateDb } from '../database/database-facts.ts'
import { secondsToMs } from '../database/epoch.ts'
import { shortText } from '../database/short-text.ts'

/** The next `limit` messages after `afterId`, by id. Driver errors are not caught. */
export function readMessageBatch(
  db: StateDb,
  columns: readonly string[],
  afterId: number,
  limit: number,
): MessageFact[] {
  const sql = `${selectFacts(columns)} WHERE id > ? AND id <= ${Number.MAX_SAFE_INTEGER} ORDER BY id LIMIT ?`
  return db.prepare<[number, number], Row>(sql).all(Math.max(0, afterId), limit).map(factOf)
}

/** All messages of one session up to an id, as one statement: the caller reads to the end without pausing. */
export function* iterateSessionMessages(
  db: StateDb,
  columns: readonly string[],
  sessionId: string,
  upToId: number,
): Generator<MessageFact> {
  // `+id` makes SQLite use the session's index instead of scanning all ids.
  const sql = `${selectFacts(columns)} WHERE session_id = ? AND +id > 0 AND +id <= ?`
  for (const row of db.prepare<[string, number], Row>(sql).iterate(sessionId, upToId)) yield factOf(row)
}

type Row = {
  id: number
  sessionId: unknown
  role: unknown
  timestamp: unknown
  bytes: number
  toolCalls: number
}

/**
 * Columns with the content of a message. Display columns are excluded, because triggers rewrite them later
 * and the sums would become stale.
 */
const PAYLOAD_COLUMNS = [
  'content',
  'tool_call_id',
  'tool_calls',
  'tool_name',
  'reasoning',
  'reasoning_content',
  'reasoning_details',
  'codex_reasoning_items',
  'codex_message_items',
  'anthropic_content_blocks',
  'api_content',
]

function selectFacts(columns: readonly string[]): string {
  const toolCalls = columns.includes('tool_calls') ? TOOL_CALLS : '0'
  return `SELECT id, ${shortText('session_id')} AS sessionId, ${shortText('role')} AS role, timestamp, ${payloadBytes(columns)} AS bytes, ${toolCalls} AS toolCalls FROM messages`
}

/** A message's size, as an expression over the columns this home has. */
export const payloadBytes = (columns: readonly string[]): string =>
  PAYLOAD_COLUMNS.filter((name) => columns.includes(name))
    .map((name) => `coalesce(octet_length(${name}), 0)`)
    .join(' + ') || '0'

/** Longer calls are not worth the memory of parsing them, and count as none. */
const TOOL_CALLS = `CASE WHEN typeof(tool_calls) = 'text' AND octet_length(tool_calls) <= 4000000 AND json_valid(tool_calls)
  THEN json_array_length(tool_calls) ELSE 0 END`

const factOf = (row: Row): MessageFact => ({
  id: row.id,
  // A non-text session id cannot be looked up again, so all of them share a name that no session has.
  sessionId: typeof row.sessionId === 'string' ? row.sessionId : '\uFFFD',
  role: ROLES.get(row.role) ?? 'other',
  atMs: secondsToMs(row.timestamp),
  bytes: row.bytes,
  toolCalls: row.toolCalls,
})

const ROLES = new Map<unknown, MessageRole>([
  ['user', 'user'],
  ['assistant', 'assistant'],
  ['tool', 'tool'],
])
