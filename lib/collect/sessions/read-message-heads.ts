/**
 * Reads the beginnings of a few messages of one session. The database cuts text by bytes, because a NUL would
 * end a cut by characters and Hermes begins structured content with one. Very large values are skipped.
 */
import type { MessageHead, TranscriptPlace } from '../../domain/sessions/transcript.ts'
import type { StateDb } from '../database/database-facts.ts'
import { secondsToMs } from '../database/epoch.ts'
import { payloadBytes } from './read-message-batch.ts'
import { hasSessionIndex } from './read-message-totals.ts'

const HEAD_BYTES = 8_192
const CALLS_BYTES = 4_096
/** SQLite loads a whole value to cut it. Beyond this size it is not worth the memory. */
const LARGEST_BYTES = 32_000_000

/** Nearest to the place first. Null if `messages` has no index by session. */
export function readMessageHeads(
  db: StateDb,
  columns: readonly string[],
  sessionId: string,
  { direction, id }: TranscriptPlace,
  limit: number,
): MessageHead[] | null {
  if (!hasSessionIndex(db)) return null
  const after = direction === 'after'
  const column = (name: string, otherwise: string) => (columns.includes(name) ? `m.${name}` : otherwise)
  const from = id ?? (after ? -Number.MAX_SAFE_INTEGER : Number.MAX_SAFE_INTEGER)
  // `+id` makes SQLite use the session's index instead of scanning all ids.
  const sql = `
    WITH chosen AS (
      SELECT id FROM messages WHERE session_id = ? AND +id ${after ? '>' : '<'} ?
      ORDER BY +id ${after ? 'ASC' : 'DESC'} LIMIT ?
    )
    SELECT m.id, ${column('role', "'unknown'")}, ${column('timestamp', 'NULL')}, ${column('tool_name', 'NULL')},
      ${payloadBytes(columns)}, coalesce(octet_length(${column('content', 'NULL')}), 0),
      ${cut(column('content', 'NULL'), HEAD_BYTES)}, ${cut(column('tool_calls', 'NULL'), CALLS_BYTES)},
      ${column('active', '1')}, ${column('compacted', '0')}
    FROM chosen JOIN messages m ON m.id = chosen.id ORDER BY m.id ${after ? 'ASC' : 'DESC'}`
  return db.prepare<[string, number, number], unknown[]>(sql).raw().all(sessionId, from, limit).map(headOf)
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
