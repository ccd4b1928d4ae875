/** Sorts the ledger. Unknown values come last in both directions. */
import type { LedgerJob } from './cron-ledger.ts'

export const LEDGER_SORTS = [
  'name',
  'nextRunAt',
  'runsPerDay',
  'sessions',
  'messages',
  'input',
  'output',
  'cacheWrite',
  'cacheRead',
  'costUsd',
  'databaseBytes',
  'fileBytes',
  'outputs',
  'bytes',
  'failures',
] as const
export type LedgerSort = (typeof LEDGER_SORTS)[number]

export type LedgerOrder = { readonly sort: LedgerSort; readonly order: 'asc' | 'desc' }

export function sortLedger(jobs: readonly LedgerJob[], { sort, order }: LedgerOrder): LedgerJob[] {
  const read = VALUES[sort]
  return [...jobs].sort((a, b) => compare(read(a), read(b), order) || (a.id < b.id ? -1 : 1))
}

/** The way a column is read first: names from A, times from the next, amounts from the most. */
export const firstOrder = (sort: LedgerSort): 'asc' | 'desc' =>
  sort === 'name' || sort === 'nextRunAt' ? 'asc' : 'desc'

type Value = string | number | null

const VALUES: Readonly<Record<LedgerSort, (job: LedgerJob) => Value>> = {
  name: ({ name }) => name.toLowerCase(),
  nextRunAt: ({ nextRunAt }) => nextRunAt,
  runsPerDay: ({ runsPerDay }) => runsPerDay,
  sessions: ({ sessions }) => sessions,
  messages: ({ messages }) => messages,
  input: ({ tokens }) => tokens?.input ?? null,
  output: ({ tokens }) => tokens?.output ?? null,
  cacheWrite: ({ tokens }) => tokens?.cacheWrite ?? null,
  cacheRead: ({ tokens }) => tokens?.cacheRead ?? null,
  costUsd: ({ costUsd }) => costUsd,
  databaseBytes: ({ databaseBytes }) => databaseBytes,
  fileBytes: ({ files }) => files?.bytes ?? null,
  outputs: ({ outputs }) => outputs?.count ?? null,
  bytes: ({ bytes }) => bytes,
  failures: ({ failures }) => failures?.count ?? null,
}

function compare(a: Value, b: Value, order: 'asc' | 'desc'): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  const rising = a < b ? -1 : 1
  return order === 'asc' ? rising : -rising
}
