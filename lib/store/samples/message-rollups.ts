/** Roll-ups of a home's messages by session, and by session and hour. */
import type { MessageCounts, SessionRollup } from '../../domain/sessions/message-rollup.ts'
import type { Store } from '../open-store.ts'
import { prepared } from '../prepared.ts'

/** Adds to existing roll-ups. Must run in the same transaction as the high-water mark (`advanceIndex`). */
export function addRollups(store: Store, homeId: number, rollups: Iterable<SessionRollup>): void {
  const addSession = prepared(store, ADD_SESSION)
  const addHour = prepared(store, ADD_HOUR)
  for (const session of rollups) {
    const { sessionId, maxMessageId, idSum, firstMs, lastMs } = session
    addSession.run(homeId, sessionId, ...countsOf(session), maxMessageId, idSum, firstMs, lastMs)
    for (const hour of session.hours.values()) addHour.run(homeId, sessionId, hour.hour, ...countsOf(hour))
  }
}

export function dropRollups(store: Store, homeId: number, sessionIds: Iterable<string>): void {
  const dropSession = prepared(store, 'DELETE FROM session_rollup WHERE home_id = ? AND session_id = ?')
  const dropHours = prepared(store, 'DELETE FROM message_rollup WHERE home_id = ? AND session_id = ?')
  for (const sessionId of sessionIds) {
    dropSession.run(homeId, sessionId)
    dropHours.run(homeId, sessionId)
  }
}

export function dropAllRollups(store: Store, homeId: number): void {
  prepared(store, 'DELETE FROM session_rollup WHERE home_id = ?').run(homeId)
  prepared(store, 'DELETE FROM message_rollup WHERE home_id = ?').run(homeId)
}

/** Tells whether a session's rows are still the counted ones. */
export type RollupSummary = {
  readonly messages: number
  readonly maxMessageId: number
  readonly idSum: number
}

export function readRollupSummaries(store: Store, homeId: number): Map<string, RollupSummary> {
  const rows = prepared<SummaryRow>(
    store,
    'SELECT session_id, messages, max_message_id, id_sum FROM session_rollup WHERE home_id = ?',
  )
    .raw()
    .iterate(homeId)
  const summaries = new Map<string, RollupSummary>()
  for (const [sessionId, messages, maxMessageId, idSum] of rows)
    summaries.set(sessionId, { messages, maxMessageId, idSum })
  return summaries
}

type SummaryRow = [sessionId: string, messages: number, maxMessageId: number, idSum: number]

/** Size and number of a session's messages, and the newest. */
export type SessionMessageTotals = {
  /** The newest plausible time. */
  readonly lastMs: number | null
  readonly bytes: number
  readonly messages: number
  readonly maxMessageId: number
}

const SELECT_TOTALS =
  'SELECT session_id, last_ms, bytes, messages, max_message_id FROM session_rollup WHERE home_id = ?'

export function readSessionMessageTotals(store: Store, homeId: number): Map<string, SessionMessageTotals> {
  const rows = prepared<TotalsRow>(store, SELECT_TOTALS).raw().iterate(homeId)
  const sessions = new Map<string, SessionMessageTotals>()
  for (const row of rows) sessions.set(row[0], totalsOf(row))
  return sessions
}

/** Reads only these sessions again. */
export function refreshSessionMessageTotals(
  store: Store,
  homeId: number,
  totals: Map<string, SessionMessageTotals>,
  sessionIds: Iterable<string>,
): void {
  const readOne = prepared<TotalsRow>(store, `${SELECT_TOTALS} AND session_id = ?`).raw()
  for (const id of sessionIds) {
    const row = readOne.get(homeId, id)
    if (row === undefined) totals.delete(id)
    else totals.set(id, totalsOf(row))
  }
}

type TotalsRow = [id: string, lastMs: number | null, bytes: number, messages: number, maxMessageId: number]

const totalsOf = ([, lastMs, bytes, messages, maxMessageId]: TotalsRow): SessionMessageTotals => ({
  lastMs,
  bytes,
  messages,
  maxMessageId,
})

export type SessionHour = {
  /** Hours since the epoch. 0 for messages without a plausible time. */
  readonly hour: number
  readonly messages: number
  readonly bytes: number
  readonly toolMessages: number
  readonly toolCalls: number
}

/** The latest hours with messages, oldest first. */
export function readSessionHours(
  store: Store,
  homeId: number,
  sessionId: string,
  limit: number,
): SessionHour[] {
  return prepared<SessionHour>(
    store,
    `SELECT hour, messages, bytes, tool_messages AS toolMessages, tool_calls AS toolCalls FROM message_rollup
     WHERE home_id = ? AND session_id = ? ORDER BY hour DESC LIMIT ?`,
  )
    .all(homeId, sessionId, limit)
    .reverse()
}

export type OrphanTotals = { readonly sessions: number; readonly messages: number; readonly bytes: number }

/** Messages of sessions that have no row anymore. */
export function readOrphanMessageTotals(
  store: Store,
  homeId: number,
  knownSessionIds: ReadonlySet<string>,
): OrphanTotals {
  const rows = prepared<{ id: string; messages: number; bytes: number }>(
    store,
    'SELECT session_id AS id, messages, bytes FROM session_rollup WHERE home_id = ?',
  ).iterate(homeId)
  const totals = { sessions: 0, messages: 0, bytes: 0 }
  for (const row of rows) {
    if (knownSessionIds.has(row.id)) continue
    totals.sessions += 1
    totals.messages += row.messages
    totals.bytes += row.bytes
  }
  return totals
}

const countsOf = (counts: MessageCounts): number[] => [
  counts.messages,
  counts.bytes,
  counts.userMessages,
  counts.assistantMessages,
  counts.toolMessages,
  counts.otherMessages,
  counts.toolCalls,
]

const COUNTS = 'messages, bytes, user_messages, assistant_messages, tool_messages, other_messages, tool_calls'

const ADD_COUNTS = COUNTS.split(', ')
  .map((column) => `${column} = ${column} + excluded.${column}`)
  .join(', ')

// If only one side has a time, min() and max() must return it.
const ADD_SESSION = `
  INSERT INTO session_rollup (home_id, session_id, ${COUNTS}, max_message_id, id_sum, first_ms, last_ms)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (home_id, session_id) DO UPDATE SET ${ADD_COUNTS},
    max_message_id = max(max_message_id, excluded.max_message_id),
    id_sum = id_sum + excluded.id_sum,
    first_ms = min(coalesce(first_ms, excluded.first_ms), coalesce(excluded.first_ms, first_ms)),
    last_ms = max(coalesce(last_ms, excluded.last_ms), coalesce(excluded.last_ms, last_ms))`

const ADD_HOUR = `
  INSERT INTO message_rollup (home_id, session_id, hour, ${COUNTS})
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (home_id, session_id, hour) DO UPDATE SET ${ADD_COUNTS}`
