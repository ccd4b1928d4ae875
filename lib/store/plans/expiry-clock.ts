/** When expiry was last checked. It is stored, so that a clock jump is noticed across a restart. */
import type { ExpiryClock } from '../../domain/plan/receipt/expiry-clock.ts'
import type { Store } from '../open-store.ts'
import { prepared } from '../prepared.ts'

const KEY = 'expiry-clock'

/** Falls back to the newest run. Null before the first one. */
export function readExpiryClock(store: Store): ExpiryClock | null {
  const row = prepared<{ value: string }>(store, 'SELECT value FROM setting WHERE key = ?').get(KEY)
  if (row !== undefined) return JSON.parse(row.value)
  const lastMs = prepared<{ lastMs: number | null }>(
    store,
    'SELECT max(coalesce(ended_ms, started_ms)) AS lastMs FROM receipt',
  ).get()?.lastMs
  return lastMs == null ? null : { lastMs, waitMs: 0 }
}

export function writeExpiryClock(store: Store, clock: ExpiryClock): void {
  prepared(store, 'INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)').run(KEY, JSON.stringify(clock))
}
