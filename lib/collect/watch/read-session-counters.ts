/**
 * Reads the counters of single sessions by primary key, and totals over all of them, with the columns of any
 * version.
 */
import { sumCosts } from '../../domain/tokens/cost-split.ts'
import type { SessionTokens } from '../../domain/tokens/count-usage.ts'
import { addTokens, type TokenSums } from '../../domain/tokens/token-sums.ts'
import type { SessionCounters } from '../../domain/watch/burn/fold-activity.ts'
import type { CounterTotals } from '../../domain/watch/burn/running-totals.ts'
import type { StateDb } from '../database/database-facts.ts'
import { SANE_SECONDS, secondsToMs } from '../database/epoch.ts'
import { shortText } from '../database/short-text.ts'

export function readSessionCounters(
  db: StateDb,
  columns: readonly string[],
  ids: Iterable<string>,
): SessionCounters[] {
  const column = (name: string) => (columns.includes(name) ? name : 'NULL')
  const statement = db
    .prepare<[string], unknown[]>(
      `SELECT id, ${shortText('source')}, ${shortText(column('model'))}, ${shortText(column('title'))}, ${column('started_at')}, ${TOKENS.map(column).join(', ')},
         ${costOf(columns)}, ${shortText(column('cost_status'))}, ${column('api_call_count')}, ${column('message_count')}
       FROM sessions WHERE id = ?`,
    )
    .raw()
  return Array.from(ids, (id) => statement.get(id)).flatMap((row) =>
    row === undefined ? [] : [countersOf(row)],
  )
}

/** Sessions whose counters are needed as a baseline: the most recently active and the most recently started. */
export function readRecentIds(
  db: StateDb,
  columns: { readonly sessions: readonly string[]; readonly messages: readonly string[] },
  most: number,
): Set<string> {
  const spoke = columns.messages.includes('session_id')
    ? db
        .prepare<[number], unknown>(
          `SELECT DISTINCT id FROM (SELECT ${shortText('session_id')} AS id FROM messages ORDER BY messages.id DESC LIMIT ?)`,
        )
        .pluck()
        .all(most)
    : []
  const began = columns.sessions.includes('started_at')
    ? db
        .prepare<[number], unknown>(
          `SELECT ${shortText('id')} FROM sessions ORDER BY started_at DESC LIMIT ?`,
        )
        .pluck()
        .all(most)
    : []
  return new Set([...began, ...spoke].filter((id) => typeof id === 'string'))
}

/** A few hundred rows with neighboring row ids. */
export type UsageGroup = {
  readonly key: string
  readonly sessions: number
  /** Changes with the rows and their counters. */
  readonly fingerprint: string
}

/** Totals over all rows, and which groups of rows they came from. Reads every row, so at most once a minute. */
export function readSessionTotals(
  db: StateDb,
  columns: readonly string[],
): { readonly totals: CounterTotals; readonly groups: readonly UsageGroup[] } {
  const column = (name: string) => (columns.includes(name) ? name : 'NULL')
  // A counter that rises by as much as another falls, or one row in place of another, changes these.
  const check = [...TOKENS, 'started_at'].map((name) => `total(${column(name)} * ((rowid & 255) + 1))`)
  const sql = `${selectTotals(columns, `${check.join(', ')}, CAST(rowid >> 8 AS TEXT)`)} GROUP BY rowid >> 8`
  const rows = db.prepare<[], unknown[]>(sql).raw().all()
  return {
    totals: rows.map(totalsOf).reduce(addTotals, totalsOf(undefined)),
    groups: rows.map((row) => ({
      key: String(row.at(-1)),
      sessions: toCount(row[0]),
      fingerprint: [row[0], ...row.slice(3, 7), ...row.slice(9, -1)].join(' '),
    })),
  }
}

/** The counters of every session in a group. */
export function readGroupUsage(db: StateDb, columns: readonly string[], key: string): SessionTokens[] {
  const column = (name: string) => (columns.includes(name) ? name : 'NULL')
  return db
    .prepare<[{ readonly key: string }], unknown[]>(
      `SELECT ${shortText('id')}, ${column('started_at')}, ${TOKENS.map(column).join(', ')} FROM sessions
       WHERE rowid BETWEEN CAST(:key AS INTEGER) << 8 AND (CAST(:key AS INTEGER) << 8) + 255`,
    )
    .raw()
    .all({ key })
    .map((row) => ({ id: String(row[0]), startedMs: startedMsOf(row[1]), tokens: tokensAt(row, 2) }))
}

/** Totals of rows added since, but started earlier: imported or restored, not burnt. */
export function readImportedTotals(
  db: StateDb,
  columns: readonly string[],
  afterRow: number,
  beforeMs: number,
): CounterTotals {
  const sql = `${selectTotals(columns, 'NULL')} WHERE rowid > ? AND (started_at IS NULL OR started_at < ?)`
  return totalsOf(
    db
      .prepare<[number, number], unknown[]>(sql)
      .raw()
      .get(afterRow, beforeMs / 1_000),
  )
}

const TOKENS = ['input_tokens', 'output_tokens', 'cache_read_tokens', 'cache_write_tokens']

const costOf = (columns: readonly string[]): string => {
  const column = (name: string) => (columns.includes(name) ? name : 'NULL')
  return `coalesce(${column('actual_cost_usd')}, ${column('estimated_cost_usd')})`
}

/** `total` never overflows and treats non-numbers as 0. */
const selectTotals = (columns: readonly string[], others: string): string => {
  const sums = TOKENS.map((name) => (columns.includes(name) ? `total(max(0, coalesce(${name}, 0)))` : '0'))
  const open = columns.includes('ended_at') ? 'count(*) - count(ended_at)' : '0'
  const cost = costOf(columns)
  return `SELECT count(*), ${open}, coalesce(max(rowid), 0), ${sums.join(', ')}, total(${cost}), count(${cost}), ${others} FROM sessions`
}

const totalsOf = (row: readonly unknown[] | undefined): CounterTotals => ({
  sessions: toCount(row?.[0]),
  open: toCount(row?.[1]),
  newestRow: toCount(row?.[2]),
  tokens: tokensAt(row ?? [], 3),
  costUsd: toCount(row?.[8]) > 0 && typeof row?.[7] === 'number' ? row[7] : null,
})

const addTotals = (a: CounterTotals, b: CounterTotals): CounterTotals => ({
  sessions: a.sessions + b.sessions,
  open: a.open + b.open,
  newestRow: Math.max(a.newestRow, b.newestRow),
  tokens: addTokens(a.tokens, b.tokens),
  costUsd: a.costUsd === null ? b.costUsd : a.costUsd + (b.costUsd ?? 0),
})

/** A row without a valid start counts as old. */
const startedMsOf = (seconds: unknown): number => secondsToMs(seconds) ?? SANE_SECONDS.from * 1_000

function countersOf(row: readonly unknown[]): SessionCounters {
  const costStatus = toText(row[10])
  const cost = typeof row[9] === 'number' && Number.isFinite(row[9]) ? row[9] : null
  return {
    id: String(row[0]),
    source: toText(row[1]) ?? 'unknown',
    model: toText(row[2]),
    title: toText(row[3]),
    startedMs: startedMsOf(row[4]),
    tokens: tokensAt(row, 5),
    // What a subscription covers costs nothing more.
    costUsd: sumCosts([{ costUsd: cost, costStatus }]) ?? (costStatus === 'included' ? 0 : null),
    costStatus,
    apiCalls: row[11] === null ? null : toCount(row[11]),
    messages: toCount(row[12]),
  }
}

const tokensAt = (row: readonly unknown[], at: number): TokenSums => ({
  input: toCount(row[at]),
  output: toCount(row[at + 1]),
  cacheRead: toCount(row[at + 2]),
  cacheWrite: toCount(row[at + 3]),
})

const toText = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

const toCount = (value: unknown): number => (typeof value === 'number' && value > 0 ? Math.floor(value) : 0)
