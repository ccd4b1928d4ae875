/**
 * Samples as they would be had nothing been cleaned away: what a home writes goes on after a cleanup as before, and a
 * week of "it shrinks" would hide that. Only a sudden, large drop is a cleanup; a slow one is a home that shrinks.
 */
import { HOUR_MS } from '../../shared/time.ts'
import type { StorageSample } from '../home/sample.ts'
import { STORAGE_CLASSES, type StorageClass } from './storage.ts'

export type WithoutCleanups = { readonly samples: readonly StorageSample[]; readonly freedBytes: number }

/** Further apart, nobody can tell a sudden drop from a slow one. */
const MAX_GAP_MS = 6 * HOUR_MS
const MIN_DROP = { bytes: 64_000_000, share: 0.02 }
/** The log is emptied again and again by SQLite itself. */
const COMPARED_CLASSES = STORAGE_CLASSES.filter((id) => id !== 'wal')

/** Oldest first, in and out. */
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

/** Of the classes both know; one that was not counted has not gone. */
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
