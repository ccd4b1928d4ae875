/** The last count of a home's database, shown while the next one runs and after a restart. */
import type { DatabaseCount } from '../../domain/database/database-count.ts'
import type { Store } from '../open-store.ts'
import { prepared } from '../prepared.ts'

export function readDatabaseCount(store: Store, homeId: number): DatabaseCount | null {
  const row = prepared<{ body: string }>(store, 'SELECT body FROM database_count WHERE home_id = ?').get(
    homeId,
  )
  return row === undefined ? null : parse(row.body)
}

export function writeDatabaseCount(store: Store, homeId: number, count: DatabaseCount): void {
  prepared(store, 'INSERT OR REPLACE INTO database_count (home_id, at_ms, body) VALUES (?, ?, ?)').run(
    homeId,
    count.atMs,
    JSON.stringify({ form: FORMAT, count } satisfies StoredCount),
  )
}

/** Increase when the format changes; older counts are then ignored. */
const FORMAT = 1

type StoredCount = { readonly form: number; readonly count: DatabaseCount }

function parse(body: string): DatabaseCount | null {
  try {
    const kept: StoredCount | null = JSON.parse(body)
    return kept?.form === FORMAT ? kept.count : null
  } catch {
    // A broken entry only costs another count.
    return null
  }
}
