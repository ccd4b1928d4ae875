/** The rows of `sessions` in any era's columns. Ids and texts are kept as they are: they are only data. */
import type { Database } from 'better-sqlite3'
import type { Capabilities } from '../../domain/home/home.ts'
import { unclaimed } from '../../domain/sessions/assess-sessions.ts'
import type { Session, SessionRow } from '../../domain/sessions/session.ts'
import { knownCost } from '../../domain/tokens/cost-split.ts'
import { secondsToMs } from '../database/epoch.ts'
import { readLastMessages } from './read-last-messages.ts'
import { MARKERS, selectSessions } from './select-sessions.ts'

type LastMessageMs = (sessionId: string) => number | null

/** Without `lastMessageMs` the newest message of each session is looked up in the same statement. */
export function readSessions(db: Database, caps: Capabilities, lastMessageMs?: LastMessageMs): SessionRow[] {
  const select = selectSessions(db, caps, lastMessageMs === undefined)
  const lookup = lastMessageMs ?? (select.needsLastMessages ? lookupFrom(readLastMessages(db)) : null)
  const intern = makeIntern()
  const sessions: SessionRow[] = []
  for (const row of db.prepare<[], unknown[]>(select.sql).raw().iterate()) {
    sessions.push(toSession(row, lookup, intern))
  }
  return sessions
}

type Intern = (value: unknown) => string | null

/** The order is that of `selectSessions`. */
function toSession(row: readonly unknown[], lookup: LastMessageMs | null, intern: Intern): SessionRow {
  const id = toText(row[0]) ?? ''
  const saneEndMs = secondsToMs(row[7])
  const heartbeatMs = secondsToMs(row[9])
  const lastMessageMs = lookup === null ? secondsToMs(row[10]) : lookup(id)
  const saneStartMs = secondsToMs(row[6])
  const markers = parseMarkers(row[5])
  const costStatus = intern(row[20])
  const startedMs = saneStartMs ?? pick(Math.min, saneEndMs, heartbeatMs, lastMessageMs) ?? 0
  // Ended is ended, whatever the time: a garbage end must not turn the row into an open one.
  const endedMs =
    saneEndMs ?? (isNull(row[7]) ? null : (pick(Math.max, saneStartMs, heartbeatMs, lastMessageMs) ?? 0))
  const assessed = unclaimed({ id, startedMs, endedMs, heartbeatMs, lastMessageMs })
  const session: Session = {
    id,
    source: intern(row[1]) ?? 'unknown',
    model: intern(row[2]),
    title: toText(row[3]),
    parentId: toText(row[4]),
    branchedFrom: markers[0] ?? null,
    delegateFrom: markers[1] ?? null,
    resetFrom: markers[2] ?? null,
    sessionKey: toText(row[11]),
    startedMs,
    endedMs,
    endReason: intern(row[8]),
    heartbeatMs,
    lastMessageMs,
    messages: toCount(row[12]),
    toolCalls: toCount(row[13]),
    apiCalls: toCount(row[14]),
    inputTokens: toCount(row[15]),
    outputTokens: toCount(row[16]),
    cacheReadTokens: toCount(row[17]),
    cacheWriteTokens: toCount(row[18]),
    // A 0 nobody vouches for is no price; here, so that no page can show it as one.
    costUsd: knownCost({ costUsd: toAmount(row[19]), costStatus }),
    costStatus,
    pinned: isSet(row[21]),
    shelved: isSet(row[22]),
    handoffPending: isHandoffPending(row[23]) || isSet(row[24]),
    // One by one: what is added to an object later costs a large home megabytes.
    lastActiveMs: assessed.lastActiveMs,
    state: assessed.state,
    protections: assessed.protections,
    cronJobId: assessed.cronJobId,
  }
  return session
}

const NO_MARKERS: readonly (string | null)[] = MARKERS.map(() => null)

function parseMarkers(json: unknown): readonly (string | null)[] {
  if (typeof json !== 'string') return NO_MARKERS
  const values: unknown = JSON.parse(json)
  return Array.isArray(values) ? values.map(toText) : NO_MARKERS
}

/** A state we have never heard of still waits for somebody, so it protects. */
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

/** SQLite stores what it is given: an id may have come in as a number or as bytes. */
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

/** Sixty thousand rows share a dozen sources, models and reasons; each is kept once. */
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
