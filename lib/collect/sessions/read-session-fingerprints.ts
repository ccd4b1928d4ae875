/**
 * Fingerprints of every session's row and messages. Steward's counts are reused if provably current: message
 * ids only increase, so an equal count and no id above the last one means that none was added or deleted.
 */
import type { Capabilities } from '../../domain/home/home.ts'
import type { SessionSeen } from '../../domain/plan/plan-facts.ts'
import type { StateDb } from '../database/database-facts.ts'
import { SANE_SECONDS, secondsToMs } from '../database/epoch.ts'
import { hasSessionIndex, readMessageTotals } from './read-message-totals.ts'

type Columns = Pick<Capabilities, 'sessionColumns' | 'messageColumns'>

/** Counts up to a message id. */
export type CountedMessages = {
  readonly highWater: number
  readonly messages: number
  readonly sessions: ReadonlyMap<string, { readonly messages: number; readonly maxMessageId: number }>
}

/**
 * Rows that cannot be named or compared exactly are left out: a non-text id or a non-numeric end. Stored as
 * columns and assembled for the requested sessions.
 */
export function readSessionFingerprints(
  db: StateDb,
  { sessionColumns, messageColumns }: Columns,
  counted: CountedMessages | null,
): (id: string) => SessionSeen | null {
  const messagesOf = makeMessagesOf(db, messageColumns, counted)
  const column = (name: string) => (sessionColumns.includes(name) ? name : 'NULL')
  const rows = db
    .prepare<[], unknown[]>(
      `SELECT id, ${['ended_at', 'end_reason', 'message_count', 'parent_session_id'].map(column).join(', ')}
       FROM sessions WHERE typeof(id) = 'text' AND ${[isShort('id'), ...['end_reason', 'parent_session_id'].map(column).map(isShort)].join(' AND ')}`,
    )
    .raw()
    .all()
  const places = new Map<string, number>()
  const ends: (number | null)[] = []
  const reasons: (string | null)[] = []
  const counts: (number | null)[] = []
  const parents: (string | null)[] = []
  for (const [id, endedAt, endReason, messageCount, parentId] of rows) {
    if (typeof id !== 'string' || id.includes('\uFFFD')) continue
    if (!isNumber(endedAt) || !isNumber(messageCount) || !isText(endReason) || !isText(parentId)) continue
    places.set(id, ends.length)
    ends.push(endedAt)
    reasons.push(endReason)
    counts.push(messageCount)
    parents.push(parentId)
  }
  return (id) => {
    const at = places.get(id)
    if (at === undefined) return null
    const { messages, newestId, newestMs } = messagesOf(id)
    return {
      fingerprint: {
        endedAt: ends[at] ?? null,
        endReason: reasons[at] ?? null,
        messageCount: counts[at] ?? null,
        messages,
        newestMessageId: newestId,
        parentId: parents[at] ?? null,
      },
      newestMessageMs: newestMs,
    }
  }
}

type Messages = {
  readonly messages: number
  readonly newestId: number | null
  /** Also null if stored counts are used: no message came since the session was assessed. */
  readonly newestMs: number | null
}

const NONE: Messages = { messages: 0, newestId: null, newestMs: null }

function makeMessagesOf(
  db: StateDb,
  columns: readonly string[],
  counted: CountedMessages | null,
): (id: string) => Messages {
  if (columns.length === 0) return () => NONE
  const { count, maxId } = readMessageTotals(db)
  if (counted?.messages === count && counted.highWater >= maxId) {
    return (id) => {
      const known = counted.sessions.get(id)
      return known === undefined
        ? NONE
        : { messages: known.messages, newestId: known.maxMessageId, newestMs: null }
    }
  }
  const all = countMessages(db)
  return (id) => all.get(id) ?? NONE
}

const SESSIONS_AT_ONCE = 5_000
const ALL = -1

/** In chunks, each a short statement over an index, so that a WAL truncation is never blocked for long. */
function countMessages(db: StateDb): Map<string, Messages> {
  const counted = new Map<string, Messages>()
  const limit = hasSessionIndex(db) ? SESSIONS_AT_ONCE : ALL
  let rows = db.prepare<[number], CountRow>(select('')).raw().all(limit)
  const next = db.prepare<[string, number], CountRow>(select('AND session_id > ?')).raw()
  while (rows.length > 0) {
    for (const [id, messages, newestId, newestAt] of rows)
      counted.set(id, { messages, newestId, newestMs: secondsToMs(newestAt) })
    const last = rows.at(-1)?.[0]
    if (last === undefined || rows.length !== limit) break
    // An id with invalid UTF-8 cannot be a starting point. The rest is then read at once, from the last valid id.
    const from = last.includes('\uFFFD') ? lastNameable(rows) : last
    rows = next.all(from, from === last ? limit : ALL)
  }
  return counted
}

const lastNameable = (rows: readonly CountRow[]): string =>
  rows.findLast(([id]) => !id.includes('\uFFFD'))?.[0] ?? ''

type CountRow = [id: string, messages: number, newestId: number, newestAt: number | null]

const select = (after: string): string => `
  SELECT session_id, count(*), max(id),
    max(CASE WHEN timestamp BETWEEN ${SANE_SECONDS.from} AND ${SANE_SECONDS.to} THEN timestamp END)
  FROM messages WHERE typeof(session_id) = 'text' ${after}
  GROUP BY session_id ORDER BY session_id LIMIT ?`

/** Rows with a long value are left out, so they are kept. */
const isShort = (column: string): string => `coalesce(octet_length(${column}), 0) <= 65536`

const isNumber = (value: unknown): value is number | null =>
  value === null || (typeof value === 'number' && Number.isFinite(value))
const isText = (value: unknown): value is string | null =>
  value === null || (typeof value === 'string' && !value.includes('\uFFFD'))
