/** What identifies each message of a session, to compare a transcript with. Rewound messages are rows too. */
import { identityOfRow, type MessageIdentity } from '../../domain/plan/jsonl-lines.ts'
import type { StateDb } from '../database/database-facts.ts'
import { secondsToMs } from '../database/epoch.ts'
import { digestOfMessage } from './compare-jsonl.ts'

/** One short statement. A larger session is not compared. */
const MOST = { messages: 20_000, bytes: 32 * 1024 * 1024 }

/** Null if the session is too large. */
export function readMessageIdentities(
  db: StateDb,
  columns: readonly string[],
  sessionId: string,
): MessageIdentity[] | null {
  if (columns.length === 0) return []
  const of = (name: string) => (columns.includes(name) ? name : 'NULL')
  const size = db
    .prepare<[string], [messages: number, bytes: number]>(
      `SELECT count(*), coalesce(sum(coalesce(octet_length(${of('content')}), 0) + coalesce(octet_length(${of('tool_calls')}), 0)), 0)
       FROM messages WHERE session_id = ?`,
    )
    .raw()
    .get(sessionId)
  if (size === undefined || size[0] > MOST.messages || size[1] > MOST.bytes) return null
  const rows = db
    .prepare<[string], unknown[]>(
      `SELECT ${['role', 'content', 'tool_call_id', 'tool_calls', 'timestamp'].map(of).join(', ')}
       FROM messages WHERE session_id = ?`,
    )
    .raw()
  const identities: MessageIdentity[] = []
  for (const [role, content, toolCallId, toolCalls, timestamp] of rows.iterate(sessionId))
    identities.push(
      identityOfRow({ role, content, toolCallId, toolCalls, atMs: secondsToMs(timestamp) }, digestOfMessage),
    )
  return identities
}
