/** Everything one sample reads from an open database. Changes no state, so that a failed read can be repeated. */

import type { SessionCounters, SteppedMessage } from '../../domain/watch/burn/fold-activity.ts'
import type { CounterTotals } from '../../domain/watch/burn/running-totals.ts'
import type { SessionLedger } from '../../domain/watch/burn/session-ledger.ts'
import { MINUTE_MS } from '../../shared/time.ts'
import type { StateDb } from '../database/database-facts.ts'
import { secondsToMs } from '../database/epoch.ts'
import { HomeFaultError } from '../database/open-state-db.ts'
import { readColumns } from '../database/read-capabilities.ts'
import { hasSessionIndex, readFileGeneration } from '../sessions/read-message-totals.ts'
import { hasSteps, readStepsAfter, readStepsOf } from './read-message-steps.ts'
import {
  readImportedTotals,
  readRecentIds,
  readSessionCounters,
  readSessionTotals,
  type UsageGroup,
} from './read-session-counters.ts'
import { typicalTokensReader } from './read-typical-tokens.ts'

/** No agent writes faster. More means the database was filled by other means. */
const MAX_MESSAGES = 1_000
const MAX_ROWS = 300
const MAX_WALKS_BACK = 20
const WALK_BACK_MESSAGES = 120
/** Counters are sometimes written late, after the last message. */
const LATE_COUNTERS_MS = 5 * MINUTE_MS
/** An older message that appears now was copied. */
const ARRIVES_WITHIN_MS = 10 * MINUTE_MS
const INITIAL_SESSIONS = 500

type Newest = { readonly id: number; readonly atMs: number | null }

export type Gathered = {
  readonly generation: string | null
  /** Null if there are no readable messages. */
  readonly newest: Newest | null
  readonly rows: readonly SessionCounters[]
  readonly steps: readonly SteppedMessage[]
  readonly before: ReadonlyMap<string, readonly SteppedMessage[]>
  readonly totals: {
    readonly walked: CounterTotals
    readonly imported: CounterTotals | null
    readonly groups: readonly UsageGroup[]
    readonly tookMs: number
  } | null
  readonly sessionColumns: readonly string[]
}

export type GatherInput = {
  readonly atMs: number
  readonly elapsedMs: number
  readonly ledger: SessionLedger
  /** The newest message already counted, or null to start over. */
  readonly highWater: number | null
  /** When all rows were last read. Absent if that is not due. */
  readonly totals?: { readonly newestRow: number; readonly atMs: number }
}

/** Starts over: the current counters are the baseline. */
export function gatherFirst(db: StateDb): Gathered {
  const columns = columnsOf(db)
  return {
    generation: generationOf(db),
    newest: readNewest(db, columns.messages),
    rows: readSessionCounters(db, columns.sessions, readRecentIds(db, columns, INITIAL_SESSIONS)),
    steps: [],
    before: new Map(),
    totals: walkTotals(db, columns.sessions, null),
    sessionColumns: columns.sessions,
  }
}

export function gatherNext(db: StateDb, input: GatherInput): Gathered {
  const columns = columnsOf(db)
  const newest = readNewest(db, columns.messages)
  const highWater = Math.min(input.highWater ?? 0, newest?.id ?? 0)
  const steps =
    newest === null || newest.id <= highWater
      ? []
      : readStepsAfter(
          db,
          columns.messages,
          Math.max(highWater, newest.id - MAX_MESSAGES),
          MAX_MESSAGES,
        ).filter(({ atMs }) => atMs === null || atMs >= input.atMs - ARRIVES_WITHIN_MS)
  const typicalOf = typicalTokensReader(db, columns.sessions)
  const speakers = new Set(steps.map(({ sessionId }) => sessionId))
  const ids = new Set([...speakers, ...input.ledger.movedSince(input.elapsedMs - LATE_COUNTERS_MS, MAX_ROWS)])
  return {
    generation: generationOf(db),
    newest,
    rows: readSessionCounters(db, columns.sessions, [...ids].slice(0, MAX_ROWS)).map((row) => {
      const typicalTokens = typicalOf(row.id)
      return typicalTokens === null ? row : { ...row, typicalTokens }
    }),
    steps,
    before: readEarlierSteps(db, columns.messages, [...speakers], input.ledger, highWater),
    totals: input.totals === undefined ? null : walkTotals(db, columns.sessions, input.totals),
    sessionColumns: columns.sessions,
  }
}

type Columns = { readonly sessions: readonly string[]; readonly messages: readonly string[] }

function columnsOf(db: StateDb): Columns {
  const sessions = readColumns(db, 'sessions')
  if (!sessions.includes('id') || !sessions.includes('source'))
    throw new HomeFaultError({ code: 'db-no-sessions-table' })
  return { sessions, messages: readColumns(db, 'messages') }
}

const generationOf = (db: StateDb): string | null => {
  const columns = readColumns(db, 'state_meta')
  return columns.includes('key') && columns.includes('value') ? readFileGeneration(db, ['state_meta']) : null
}

function readNewest(db: StateDb, columns: readonly string[]): Newest | null {
  if (!hasSteps(columns)) return null
  const row = db
    .prepare<[], [unknown, unknown]>('SELECT id, timestamp FROM messages ORDER BY id DESC LIMIT 1')
    .raw()
    .get()
  return typeof row?.[0] === 'number' ? { id: row[0], atMs: secondsToMs(row[1]) } : null
}

function readEarlierSteps(
  db: StateDb,
  columns: readonly string[],
  speakers: readonly string[],
  ledger: SessionLedger,
  upToId: number,
): Map<string, SteppedMessage[]> {
  const unknown = speakers.filter((id) => ledger.streakOf(id) === null).slice(0, MAX_WALKS_BACK)
  if (unknown.length === 0 || !hasSessionIndex(db)) return new Map()
  return new Map(unknown.map((id) => [id, readStepsOf(db, columns, id, upToId, WALK_BACK_MESSAGES)]))
}

function walkTotals(
  db: StateDb,
  columns: readonly string[],
  last: { readonly newestRow: number; readonly atMs: number } | null,
): Gathered['totals'] {
  const startedMs = performance.now()
  const { totals: walked, groups } = readSessionTotals(db, columns)
  const imported =
    last !== null && columns.includes('started_at')
      ? readImportedTotals(db, columns, last.newestRow, last.atMs - ARRIVES_WITHIN_MS)
      : null
  return { walked, imported, groups, tookMs: performance.now() - startedMs }
}
