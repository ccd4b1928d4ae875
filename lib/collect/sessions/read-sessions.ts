/** Reads the rows of `sessions` in every schema. Ids and texts are not interpreted. */
import type { Database } from 'better-sqlite3'
import type { Capabilities } from '../../domain/home/home.ts'
import { unclaimed } from '../../domain/sessions/assess-sessions.ts'
import type { UnclaimedRow } from '../../domain/sessions/session.ts'
import { knownCost } from '../../domain/tokens/cost-split.ts'
import { SANE_SECONDS, secondsToMs } from '../database/epoch.ts'
import { shortId, shortText } from '../database/short-text.ts'
import { readLastMessages } from './read-last-messages.ts'

/** Ids that model_config may contain, by position in the `markers` array. */
const MARKERS = ['_branched_from', '_delegate_from', '_reset_from'] as const

/** json_extract raises on malformed text, so text is checked first, and only where a marker may be in it. */
const SELECT_MARKERS = `CASE WHEN typeof(s.model_config) = 'text' AND octet_length(s.model_config) <= 1000000
  AND instr(s.model_config, '"_') > 0
  AND json_valid(s.model_config)
  THEN json_extract(s.model_config, ${MARKERS.map((name) => `'$.${name}'`).join(', ')}) END`

const SELECT_LAST_MESSAGE = `(SELECT max(m.timestamp) FROM messages m WHERE m.session_id = s.id
  AND m.timestamp BETWEEN ${SANE_SECONDS.from} AND ${SANE_SECONDS.to})`

/** A column's SQL. `stored` returns NULL for a column this home's version of Hermes lacks. */
type Column = (stored: (name: string) => string, withLastMessage: boolean) => string

const plain =
  (name: string): Column =>
  (stored) =>
    stored(name)

const short =
  (name: string): Column =>
  (stored) =>
    stored(name) === 'NULL' ? 'NULL' : shortText(stored(name))

const ident =
  (name: string): Column =>
  (stored) =>
    stored(name) === 'NULL' ? 'NULL' : shortId(stored(name))

/**
 * The columns Steward reads, for both the statement and the position of each value. Rows are read as plain arrays,
 * because an object for each of 60,000 rows would slow every read of a large home.
 */
const COLUMNS = {
  id: ident('id'),
  source: short('source'),
  model: short('model'),
  title: short('title'),
  parentId: ident('parent_session_id'),
  markers: (stored) => (stored('model_config') === 'NULL' ? 'NULL' : SELECT_MARKERS),
  startedAt: plain('started_at'),
  endedAt: plain('ended_at'),
  endReason: short('end_reason'),
  heartbeatAt: plain('last_activity_at'),
  lastMessageAt: (_, withLastMessage) => (withLastMessage ? SELECT_LAST_MESSAGE : 'NULL'),
  sessionKey: short('session_key'),
  messages: plain('message_count'),
  toolCalls: plain('tool_call_count'),
  apiCalls: plain('api_call_count'),
  inputTokens: plain('input_tokens'),
  outputTokens: plain('output_tokens'),
  cacheReadTokens: plain('cache_read_tokens'),
  cacheWriteTokens: plain('cache_write_tokens'),
  costUsd: (stored) => `coalesce(${stored('actual_cost_usd')}, ${stored('estimated_cost_usd')})`,
  costStatus: short('cost_status'),
  pinned: plain('pinned'),
  archived: plain('archived'),
  handoffState: ident('handoff_state'),
  handoffPending: plain('handoff_pending'),
} satisfies Readonly<Record<string, Column>>

/** Where each column is in a row of the statement. */
const AT = Object.fromEntries(Object.keys(COLUMNS).map((name, place) => [name, place])) as Readonly<
  Record<keyof typeof COLUMNS, number>
>

function selectSessions(sessionColumns: readonly string[], withLastMessage: boolean): string {
  const stored = (name: string) => (sessionColumns.includes(name) ? `s.${name}` : 'NULL')
  const values = Object.values<Column>(COLUMNS).map((column) => column(stored, withLastMessage))
  return `SELECT ${values.join(', ')} FROM sessions s`
}

type LastMessageMs = (sessionId: string) => number | null

/**
 * Without `lastMessageMs` the newest message of each session is looked up in the same statement. Each row has
 * the fields of an assessment from the start, because adding fields later costs megabytes in a large home.
 */
export function readSessions(
  db: Database,
  caps: Capabilities,
  lastMessageMs?: LastMessageMs,
): UnclaimedRow[] {
  const hasMessages = ['session_id', 'timestamp'].every((name) => caps.messageColumns.includes(name))
  const wanted = lastMessageMs === undefined && hasMessages
  const indexed = wanted && hasSessionIndex(db)
  const lookup = lastMessageMs ?? (wanted && !indexed ? lookupFrom(readLastMessages(db)) : null)
  const intern = makeIntern()
  const sessions: UnclaimedRow[] = []
  const statement = db.prepare<[], unknown[]>(selectSessions(caps.sessionColumns, indexed))
  for (const row of statement.raw().iterate()) sessions.push(toSession(row, lookup, intern))
  return sessions
}

type Intern = (value: unknown) => string | null

function toSession(row: readonly unknown[], lookup: LastMessageMs | null, intern: Intern): UnclaimedRow {
  const id = toText(row[AT.id]) ?? ''
  const saneEndMs = secondsToMs(row[AT.endedAt])
  const heartbeatMs = secondsToMs(row[AT.heartbeatAt])
  const lastMessageMs = lookup === null ? secondsToMs(row[AT.lastMessageAt]) : lookup(id)
  const saneStartMs = secondsToMs(row[AT.startedAt])
  const markers = parseMarkers(row[AT.markers])
  const costStatus = intern(row[AT.costStatus])
  const startedMs = saneStartMs ?? pick(Math.min, saneEndMs, heartbeatMs, lastMessageMs) ?? 0
  // A row with an invalid end time is still ended, not open.
  const endedMs =
    saneEndMs ??
    (isNull(row[AT.endedAt]) ? null : (pick(Math.max, saneStartMs, heartbeatMs, lastMessageMs) ?? 0))
  const assessment = unclaimed({ id, startedMs, endedMs, heartbeatMs, lastMessageMs })
  return {
    id,
    source: intern(row[AT.source]) ?? 'unknown',
    model: intern(row[AT.model]),
    title: toText(row[AT.title]),
    parentId: toText(row[AT.parentId]),
    branchedFrom: markers[0] ?? null,
    delegateFrom: markers[1] ?? null,
    resetFrom: markers[2] ?? null,
    sessionKey: toText(row[AT.sessionKey]),
    startedMs,
    endedMs,
    endReason: intern(row[AT.endReason]),
    heartbeatMs,
    lastMessageMs,
    messages: toCount(row[AT.messages]),
    toolCalls: toCount(row[AT.toolCalls]),
    apiCalls: toCount(row[AT.apiCalls]),
    inputTokens: toCount(row[AT.inputTokens]),
    outputTokens: toCount(row[AT.outputTokens]),
    cacheReadTokens: toCount(row[AT.cacheReadTokens]),
    cacheWriteTokens: toCount(row[AT.cacheWriteTokens]),
    // A 0 without a confirming status is not a price. Dropped here, so that no page can show it.
    costUsd: knownCost({ costUsd: toAmount(row[AT.costUsd]), costStatus }),
    costStatus,
    pinned: isSet(row[AT.pinned]),
    archived: isSet(row[AT.archived]),
    handoffPending: isHandoffPending(row[AT.handoffState]) || isSet(row[AT.handoffPending]),
    // Not spread, which would cost as much as adding the fields later.
    lastActiveMs: assessment.lastActiveMs,
    state: assessment.state,
    protections: assessment.protections,
    cronJobId: assessment.cronJobId,
  }
}

/** Without this index, each lookup would scan the whole messages table. */
function hasSessionIndex(db: Database): boolean {
  return (
    db
      .prepare(
        `SELECT 1 FROM pragma_index_list('messages') i, pragma_index_info(i.name) c
         WHERE c.seqno = 0 AND c.name = 'session_id' AND i.partial = 0 LIMIT 1`,
      )
      .get() !== undefined
  )
}

const NO_MARKERS: readonly (string | null)[] = MARKERS.map(() => null)

function parseMarkers(json: unknown): readonly (string | null)[] {
  if (typeof json !== 'string') return NO_MARKERS
  const values: unknown = JSON.parse(json)
  return Array.isArray(values) ? values.map(toText) : NO_MARKERS
}

/** An unknown state may still be pending, so it protects. */
const FINAL_HANDOFFS = [
  '',
  'none',
  'completed',
  'complete',
  'done',
  'failed',
  'cancelled',
  'canceled',
  'expired',
]

const isHandoffPending = (state: unknown): boolean =>
  typeof state === 'string' && !FINAL_HANDOFFS.includes(state.toLowerCase())

/** SQLite stores any type, so an id may be a number or bytes. */
function toText(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  return Buffer.isBuffer(value) ? value.toString('utf8') : null
}

const toCount = (value: unknown): number => (typeof value === 'number' && value > 0 ? Math.floor(value) : 0)

const toAmount = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

const isSet = (value: unknown): boolean => typeof value === 'number' && value !== 0

const isNull = (value: unknown): boolean => value === null || value === undefined

function pick(choose: (...times: number[]) => number, ...times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null)
  return known.length === 0 ? null : choose(...known)
}

/** Tens of thousands of rows share a few sources, models and reasons, so each string is kept once. */
function makeIntern(): Intern {
  const kept = new Map<string, string>()
  return (value) => {
    const text = toText(value)
    if (text === null) return null
    const known = kept.get(text)
    if (known !== undefined) return known
    kept.set(text, text)
    return text
  }
}

const lookupFrom =
  (times: ReadonlyMap<string, number>): LastMessageMs =>
  (id) =>
    times.get(id) ?? null
