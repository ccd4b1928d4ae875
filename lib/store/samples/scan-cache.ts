/** The cache of the last scan, so that a restart does not scan everything again. */
import type { Store } from '../open-store.ts'
import { prepared } from '../prepared.ts'

export type StoredScanCache = { readonly atMs: number; readonly body: string }

export function readScanCache(store: Store, homeId: number): StoredScanCache | null {
  return (
    prepared<StoredScanCache>(store, 'SELECT at_ms AS atMs, body FROM scan_cache WHERE home_id = ?').get(
      homeId,
    ) ?? null
  )
}

export function writeScanCache(store: Store, homeId: number, { atMs, body }: StoredScanCache): void {
  prepared(store, 'INSERT OR REPLACE INTO scan_cache (home_id, at_ms, body) VALUES (?, ?, ?)').run(
    homeId,
    atMs,
    body,
  )
}
