/**
 * Reads the beginnings of a few messages of one session. The database cuts text by bytes, because a NUL would
 * end a cut by characters and Hermes begins structured content with one. Very large values are skipped.
 */
import type { MessageHead, TranscriptPlace } from '../../domain/sessions/transcript.ts'
import type { StateDb } from '../database/database-facts.ts'
import { secondsToMs } from '../database/epoch.ts'
import { shortText } from '../database/short-text.ts'
import { payloadBytes } from './read-message-batch.ts'
import { hasSessionIndex } from './read-message-totals.ts'

const HEAD_BYTES = 8_192
const CALLS_BYTES = 4_096
/** SQLite loads a whole value to cut it. Beyond this size it is not worth the memory. */
const LARGEST_BYTES = 16_000_000
/** Read for one page, which ends early then. The other requests wait meanwhile. */
const PAGE_BYTES = 64_000_000

export type MessageHeads = {
  /** Nearest to the place first, with one more than are shown if there are more. */
  readonly heads: readonly MessageHead[]
  /** Fewer than asked for if they are large. */
  readonly shown: number
}

/** Null if `messages` has no index by session. */
export function readMessageHeads(
  db: StateDb,
  columns: readonly string[],
  sessionId: string,
  { direction, id }: TranscriptPlace,
  limit: number,
): MessageHeads | null {
  if (!hasSessionIndex(db)) return null
  const after = direction === 'after'
  const column = (name: string, otherwise: string) => (columns.includes(name) ? `m.${name}` : otherwise)
  const from = id ?? (after ? -Number.MAX_SAFE_INTEGER : Number.MAX_SAFE_INTEGER)
  // `+id` makes SQLite use the session's index instead of scanning all ids.
  const chosen = db
    .prepare<[string, number, number], [number, number]>(
      `SELECT m.id, ${payloadBytes(columns)} FROM messages m WHERE session_id = ? AND +id ${after ? '>' : '<'} ?
       ORDER BY +id ${after ? 'ASC' : 'DESC'} LIMIT ?`,
    )
    .raw()
    .all(sessionId, from, limit + 1)
  const read = db
    .prepare<[number], unknown[]>(
      `SELECT m.id, ${shortText(column('role', "'unknown'"))}, ${column('timestamp', 'NULL')},
         ${shortText(column('tool_name', 'NULL'))}, ${payloadBytes(columns)},
         coalesce(octet_length(${column('content', 'NULL')}), 0),
         ${cut(column('content', 'NULL'), HEAD_BYTES)}, ${cut(column('tool_calls', 'NULL'), CALLS_BYTES)},
         ${column('active', '1')}, ${column('compacted', '0')}
       FROM messages m WHERE m.id = ?`,
    )
    .raw()
  const heads: MessageHead[] = []
  let bytes = 0
  for (const [at, [messageId, size]] of chosen.entries()) {
    const row = read.get(messageId)
    if (row !== undefined) heads.push(headOf(row))
    bytes += size
    if (bytes > PAGE_BYTES && at > 0) break
  }
  return { heads, shown: heads.length < chosen.length ? heads.length - 1 : limit }
}

const cut = (column: string, bytes: number): string =>
  `CASE WHEN octet_length(${column}) <= ${LARGEST_BYTES} THEN substr(CAST(${column} AS BLOB), 1, ${bytes}) END`

function headOf(row: readonly unknown[]): MessageHead {
  const contentBytes = Number(row[5])
  const head = textOf(row[6])
  return {
    id: Number(row[0]),
    role: typeof row[1] === 'string' ? row[1] : 'unknown',
    atMs: secondsToMs(row[2]),
    toolName: typeof row[3] === 'string' ? row[3] : null,
    bytes: Number(row[4]),
    contentBytes,
    head,
    headIsAll: contentBytes <= HEAD_BYTES,
    callsHead: textOf(row[7]),
    // Some old databases contain NULL until Hermes repairs them.
    active: row[8] !== 0,
    compacted: row[9] === 1,
  }
}

/** Drops a character that was cut in the middle. */
const textOf = (bytes: unknown): string | null =>
  Buffer.isBuffer(bytes)
    ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true })
    : null
