/**
 * Whether the write-ahead log needs attention. How much of it is not yet in the database cannot be read
 * without touching it, so this goes by its size, the version's limit and its holders.
 */
import type { Holder } from '../home/home.ts'
import type { WalView } from './database-view.ts'
import { WAL_WORDS } from './words.ts'

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
  if (deleted.length > 0) return view('lost', true, WAL_WORDS.lost(deleted))
  if (journalMode !== 'wal') return view('unused', false, WAL_WORDS.unused(journalMode))
  if (walBytes === 0) return view('empty', false, WAL_WORDS.empty)
  if (walBytes > LIMIT_BYTES) return view('large', true, WAL_WORDS.large(walBytes, limitBytes))
  if (holders?.every(({ self }) => self)) return view('left-behind', false, WAL_WORDS.leftBehind)
  return view('ordinary', false, WAL_WORDS.ordinary)
}
