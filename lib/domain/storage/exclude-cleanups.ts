/**
 * Adds back what was removed by cleanups: a home keeps growing after one, and a week of "shrinking" would
 * hide that. Only a sudden, large drop counts as a cleanup; a slow one means that the home shrinks.
 */
import { HOUR_MS } from '../../shared/time.ts'
import type { StorageSample } from '../home/sample.ts'
import { STORAGE_CLASSES, type StorageClass } from './storage.ts'

export type WithoutCleanups = { readonly samples: readonly StorageSample[]; readonly freedBytes: number }

/** With a larger gap, a sudden drop cannot be told from a slow one. */
const MAX_GAP_MS = 6 * HOUR_MS
const MIN_DROP = { bytes: 64_000_000, share: 0.02 }
/** SQLite empties the WAL regularly. */
const COMPARED_CLASSES = STORAGE_CLASSES.filter((id) => id !== 'wal')

/** Sorted from the oldest. */
export function excludeCleanups(sorted: readonly StorageSample[]): WithoutCleanups {
  const freed = new Map<StorageClass, number>()
  const samples: StorageSample[] = []
  let before: StorageSample | null = null
  for (const sample of sorted) {
    if (before !== null && isCleanup(before, sample))
      for (const [id, bytes] of dropsBetween(before, sample)) freed.set(id, (freed.get(id) ?? 0) + bytes)
    samples.push(freed.size === 0 ? sample : { ...sample, classes: addBack(sample, freed) })
    before = sample
  }
  return { samples, freedBytes: [...freed.values()].reduce((sum, bytes) => sum + bytes, 0) }
}

function isCleanup(before: StorageSample, after: StorageSample): boolean {
  if (after.atMs - before.atMs > MAX_GAP_MS) return false
  const lost = dropsBetween(before, after).reduce((sum, [, bytes]) => sum + bytes, 0)
  const had = COMPARED_CLASSES.reduce((sum, id) => sum + (before.classes[id] ?? 0), 0)
  return lost >= Math.max(MIN_DROP.bytes, MIN_DROP.share * had)
}

/** Only classes that both samples have. A class that was not counted was not removed. */
const dropsBetween = (before: StorageSample, after: StorageSample): [StorageClass, number][] =>
  COMPARED_CLASSES.flatMap((id): [StorageClass, number][] => {
    const [had, has] = [before.classes[id], after.classes[id]]
    return had === undefined || has === undefined || has >= had ? [] : [[id, had - has]]
  })

function addBack({ classes }: StorageSample, freed: ReadonlyMap<StorageClass, number>) {
  const adjusted: Partial<Record<StorageClass, number>> = { ...classes }
  for (const [id, bytes] of freed) {
    const has = classes[id]
    if (has !== undefined) adjusted[id] = has + bytes
  }
  return adjusted
}
