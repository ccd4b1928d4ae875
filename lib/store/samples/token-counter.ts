/** The tokens a home used since Steward first read it. The counter never falls. */
import {
  type CountedUsage,
  countUsage,
  isSameUsage,
  type SessionTokens,
  type UsageReading,
} from '../../domain/tokens/count-usage.ts'
import { addTokens, NO_TOKENS, type TokenSums } from '../../domain/tokens/token-sums.ts'
import { MINUTE_MS } from '../../shared/time.ts'
import type { Store } from '../open-store.ts'
import { prepared } from '../prepared.ts'

/** A row may be written this long after its start time. */
const ARRIVES_WITHIN_MS = 10 * MINUTE_MS
const NOTE_EVERY_MS = MINUTE_MS

type TokenCounter = {
  readonly sinceMs: number
  readonly completeMs: number | null
  readonly tokens: TokenSums
}

/** Null before every row was read once: until then it is unknown what is new. */
export function readTokenCounter(store: Store, homeId: number): TokenSums | null {
  const counter = readCounter(store, homeId)
  return counter === null || counter.completeMs === null ? null : counter.tokens
}

/** Adds what these rows used since they were last counted. Counting the same rows again adds nothing. */
export function countTokens(store: Store, homeId: number, reading: UsageReading): void {
  if (reading.rows.length === 0 && !isDue(readCounter(store, homeId), reading)) return
  store.db.transaction(() => count(store, homeId, reading)).immediate()
}

/** The same, once there is a baseline. For rows that are about to be removed. */
export function countLastTokens(
  store: Store,
  homeId: number,
  rows: readonly SessionTokens[],
  atMs: number,
): void {
  if (readTokenCounter(store, homeId) !== null) countTokens(store, homeId, { atMs, rows, completeMs: null })
}

/** Noted even while nothing changes, because an older session that appears later was imported. */
const isDue = (counter: TokenCounter | null, { completeMs }: UsageReading): boolean =>
  completeMs !== null &&
  (counter === null ||
    counter.completeMs === null ||
    Math.abs(completeMs - counter.completeMs) >= NOTE_EVERY_MS)

function count(store: Store, homeId: number, { atMs, rows, completeMs }: UsageReading): void {
  const counter = readCounter(store, homeId) ?? { sinceMs: atMs, completeMs: null, tokens: NO_TOKENS }
  const newSinceMs =
    counter.completeMs === null
      ? counter.sinceMs
      : // A clock that was set back must not make every new session look old.
        Math.min(counter.completeMs, atMs) - ARRIVES_WITHIN_MS
  let { tokens } = counter
  for (const row of rows) {
    const known = readCounted(store, homeId, row.id)
    if (known !== null && isSameUsage(known.last, row.tokens)) continue
    const { used, counted } = countUsage(known, row, newSinceMs)
    writeCounted(store, homeId, row.id, counted)
    tokens = addTokens(tokens, used)
  }
  writeCounter(store, homeId, { ...counter, completeMs: completeMs ?? counter.completeMs, tokens })
}

type TokenColumns = {
  readonly input_tokens: number
  readonly output_tokens: number
  readonly cache_read_tokens: number
  readonly cache_write_tokens: number
}

const tokensOfRow = (row: TokenColumns): TokenSums => ({
  input: row.input_tokens,
  output: row.output_tokens,
  cacheRead: row.cache_read_tokens,
  cacheWrite: row.cache_write_tokens,
})

const columnsOf = ({ input, output, cacheRead, cacheWrite }: TokenSums) =>
  [input, output, cacheRead, cacheWrite] as const

function readCounter(store: Store, homeId: number): TokenCounter | null {
  const row = prepared<TokenColumns & { since_ms: number; complete_ms: number | null }>(
    store,
    'SELECT * FROM token_counter WHERE home_id = ?',
  ).get(homeId)
  if (row === undefined) return null
  return { sinceMs: row.since_ms, completeMs: row.complete_ms, tokens: tokensOfRow(row) }
}

function writeCounter(store: Store, homeId: number, { sinceMs, completeMs, tokens }: TokenCounter): void {
  prepared(store, 'INSERT OR REPLACE INTO token_counter VALUES (?, ?, ?, ?, ?, ?, ?)').run(
    homeId,
    sinceMs,
    completeMs,
    ...columnsOf(tokens),
  )
}

function readCounted(store: Store, homeId: number, id: string): CountedUsage | null {
  const row = prepared<TokenColumns & { high: string | null }>(
    store,
    'SELECT * FROM counted_session WHERE home_id = ? AND session_id = ?',
  ).get(homeId, id)
  if (row === undefined) return null
  const last = tokensOfRow(row)
  return { last, high: row.high === null ? last : JSON.parse(row.high) }
}

function writeCounted(store: Store, homeId: number, id: string, { last, high }: CountedUsage): void {
  prepared(store, 'INSERT OR REPLACE INTO counted_session VALUES (?, ?, ?, ?, ?, ?, ?)').run(
    homeId,
    id,
    ...columnsOf(last),
    isSameUsage(last, high) ? null : JSON.stringify(high),
  )
}
