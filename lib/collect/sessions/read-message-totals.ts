/** Counts over the messages table that need only an index. */
import type { StateDb } from '../database/database-facts.ts'
import { shortText } from '../database/short-text.ts'

export type MessageTotals = {
  readonly count: number
  readonly maxId: number
  /** The highest id ever assigned. Null if SQLite does not track it. */
  readonly sequence: number | null
}

/** Scans a whole index, so it is too slow for every sample. */
export function readMessageTotals(db: StateDb): MessageTotals {
  const row = db.prepare<[], { count: number }>('SELECT count(*) AS count FROM messages').get()
  return { count: row?.count ?? 0, ...readMessageFingerprints(db) }
}

/** Two lookups, whatever the size of the table. */
export function readMessageFingerprints(db: StateDb): Omit<MessageTotals, 'count'> {
  const newest = db.prepare<[], { maxId: number | null }>('SELECT max(id) AS maxId FROM messages').get()
  return { maxId: newest?.maxId ?? 0, sequence: readSequence(db) }
}

/** Hermes' random id of the database file, in its newest versions. */
export function readFileGeneration(db: StateDb, tables: readonly string[]): string | null {
  if (!tables.includes('state_meta')) return null
  const row = db
    .prepare<[], { value: unknown }>(
      `SELECT ${shortText('value')} AS value FROM state_meta WHERE key = 'db_file_generation'`,
    )
    .get()
  return typeof row?.value === 'string' ? row.value : null
}

export type SessionMessageCount = {
  readonly sessionId: string
  readonly messages: number
  readonly maxMessageId: number
  /** Sum of the ids' low 31 bits, as in `SessionRollup`. */
  readonly idSum: number
}

/**
 * Per session: the number of messages up to an id, the newest id, and the sum of ids. Read in chunks of
 * sessions, each a short statement over an index, so that a writer never waits long.
 */
export function* readSessionMessageCounts(
  db: StateDb,
  upToId: number,
  sessionsAtOnce = 2_000,
): Generator<SessionMessageCount[]> {
  // Without an index every chunk would sort the whole table, so one statement is cheaper.
  const limit = hasSessionIndex(db) ? sessionsAtOnce : -1
  const first = db.prepare<[number, number], CountRow>(selectCounts(''))
  const next = db.prepare<[Buffer, number, number], CountRow>(
    selectCounts('AND session_id > CAST(? AS TEXT)'),
  )
  let rows = first.all(upToId, limit)
  while (rows.length > 0) {
    yield rows.map(({ key, ...counted }) => counted)
    const last = rows.at(-1)
    if (last === undefined || rows.length !== limit) return
    rows = next.all(last.key, upToId, limit)
  }
}

/** The key is the id as bytes, because an id with invalid UTF-8 changes as a string. */
type CountRow = SessionMessageCount & { key: Buffer }

/** `+id` keeps the planner from scanning the table by id instead of using the index. */
const selectCounts = (after: string): string => `
  SELECT session_id AS sessionId, CAST(session_id AS BLOB) AS key, count(*) AS messages,
    max(id) AS maxMessageId, sum(id & 0x7fffffff) AS idSum
  FROM messages
  WHERE typeof(session_id) = 'text' ${after} AND +id > 0 AND +id <= ?
  GROUP BY session_id ORDER BY session_id LIMIT ?`

function readSequence(db: StateDb): number | null {
  const kept = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'sqlite_sequence'").get()
  if (kept === undefined) return null
  const row = db
    .prepare<[], { seq: unknown }>("SELECT seq FROM sqlite_sequence WHERE name = 'messages'")
    .get()
  return typeof row?.seq === 'number' ? row.seq : null
}

/** Without it, reading one session's messages would scan the whole table. */
export const hasSessionIndex = (db: StateDb): boolean =>
  db
    .prepare(
      `SELECT 1 FROM pragma_index_list('messages') AS list, pragma_index_info(list.name) AS info
       WHERE list.partial = 0 AND info.seqno = 0 AND info.name = 'session_id'`,
    )
    .get() !== undefined
