/**
 * Whether the write-ahead log needs attention. How much of it is not yet in the database cannot be read
 * without touching it, so this goes by its size, the version's limit and its holders.
 */
import { formatBytes } from '../../shared/numbers.ts'
import type { Holder } from '../home/home.ts'
import type { WalView } from './database-view.ts'

/** Hermes truncates its WAL to this size since 12 August 2026, in the middle of schema 25. */
const LIMIT_BYTES = 64 * 1024 * 1024
const SCHEMA_WITH_LIMIT = 26

export type WalFacts = {
  readonly journalMode: string
  readonly walBytes: number
  readonly schemaVersion: number | null
  readonly holders: readonly Holder[] | null
}

export function assessWal({ journalMode, walBytes, schemaVersion, holders }: WalFacts): WalView {
  const limitBytes = schemaVersion !== null && schemaVersion >= SCHEMA_WITH_LIMIT ? LIMIT_BYTES : null
  const view = (state: WalView['state'], matters: boolean, message: string): WalView => ({
    state,
    matters,
    limitBytes,
    message,
  })
  const deleted = holders?.filter(({ deletedInode }) => deletedInode) ?? []
  if (deleted.length > 0) {
    const pids = deleted.map(({ pid }) => pid).join(', ')
    return view(
      'lost',
      true,
      `Process ${pids} writes into a file that is no longer in the folder: what it writes will be gone when it ends. Let it finish its turn, then restart it; do not delete anything.`,
    )
  }
  if (journalMode !== 'wal')
    return view(
      'unused',
      false,
      `This database keeps no write-ahead log (journal mode ${journalMode}); readers wait while Hermes commits.`,
    )
  if (walBytes === 0) return view('empty', false, 'The log is empty: everything is in the database file.')
  if (walBytes > LIMIT_BYTES) return view('large', true, describeLarge(walBytes, limitBytes))
  if (holders?.every(({ self }) => self))
    return view(
      'left-behind',
      false,
      'Nobody has the database open, so this log was left by a process that did not close it. It may hold the last messages; the next start of Hermes takes them over. Never delete it.',
    )
  return view(
    'ordinary',
    false,
    'It grows while Hermes writes and is used again; its size is no fault by itself.',
  )
}

const describeLarge = (bytes: number, limitBytes: number | null): string =>
  limitBytes === null
    ? `${formatBytes(bytes)} is a lot. This version of Hermes sets no limit, so the file keeps the size of its busiest moment until the last process closes the database. It costs disk, not data; never delete it.`
    : `${formatBytes(bytes)} is more than the ${formatBytes(limitBytes)} to which Hermes cuts it back: somebody has been reading for a long time, or cutting back never got its turn. It shrinks when the last process closes the database; never delete it.`
