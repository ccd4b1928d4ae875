/** Bytes by class over time, one sample per scan. */
import type { StorageSample } from '../../domain/home/sample.ts'
import { STORAGE_CLASSES, type StorageClass } from '../../domain/storage/storage.ts'
import type { Store } from '../open-store.ts'
import { prepared } from '../prepared.ts'

export function recordStorageSample(store: Store, homeId: number, sample: StorageSample): void {
  prepared(store, 'INSERT OR REPLACE INTO storage_sample (home_id, at_ms, classes) VALUES (?, ?, ?)').run(
    homeId,
    sample.atMs,
    JSON.stringify(sample.classes),
  )
}

/** Inclusive, oldest first. */
export function readStorageSamples(
  store: Store,
  homeId: number,
  fromMs: number,
  toMs: number,
): StorageSample[] {
  const rows = prepared<Row>(
    store,
    `SELECT at_ms AS atMs, classes FROM storage_sample
     WHERE home_id = ? AND at_ms BETWEEN ? AND ? ORDER BY at_ms`,
  ).all(homeId, fromMs, toMs)
  return rows.map(sampleOf)
}

/** At most `maxPoints` samples from `fromMs` on, always including the newest. */
export function readStorageHistory(
  store: Store,
  homeId: number,
  fromMs: number,
  maxPoints: number,
): StorageSample[] {
  const rows = prepared<Row>(
    store,
    `WITH span AS (
       SELECT min(at_ms) AS first, max(at_ms) AS last FROM storage_sample WHERE home_id = @homeId AND at_ms >= @fromMs
     ), kept AS (
       SELECT max(at_ms) AS at_ms FROM storage_sample, span
       WHERE home_id = @homeId AND at_ms >= @fromMs
       GROUP BY (at_ms - first) * @points / (last - first + 1)
     )
     SELECT at_ms AS atMs, classes FROM storage_sample
     WHERE home_id = @homeId AND at_ms IN (SELECT at_ms FROM kept) ORDER BY at_ms`,
  ).all({ homeId, fromMs, points: BigInt(maxPoints) })
  return rows.map(sampleOf)
}

type Row = { atMs: number; classes: string }

/** Leaves out classes this version does not know. */
function sampleOf({ atMs, classes }: Row): StorageSample {
  const stored: unknown = JSON.parse(classes)
  const known: Partial<Record<StorageClass, number>> = {}
  if (typeof stored === 'object' && stored !== null) {
    const values = new Map<string, unknown>(Object.entries(stored))
    for (const id of STORAGE_CLASSES) {
      const bytes = values.get(id)
      if (typeof bytes === 'number') known[id] = bytes
    }
  }
  return { atMs, classes: known }
}
