/**
 * Adds back what was removed by cleanups: a home keeps growing after one, and a week of "shrinking" would
 * hide that. What went to the trash is known exactly. Otherwise only a sudden, large drop counts as a cleanup; a slow
 * one means that the home shrinks. What a restore brought back is taken off again.
 */
import type { StorageSample } from '../home/sample.ts'
import { reclassifyOldSamples } from './reclassify-old-samples.ts'
import type { StorageClass } from './storage.ts'
import {
  type ClassBytes,
  dropsBetween,
  isSudden,
  movedToTrash,
  restoredFromTrash,
  sumOf,
} from './trash-moves.ts'

export type WithoutCleanups = {
  readonly samples: readonly StorageSample[]
  readonly freedBytes: number
  readonly restoredBytes: number
}

/** Sorted from the oldest. */
export function excludeCleanups(sorted: readonly StorageSample[]): WithoutCleanups {
  const offsets = new Map<StorageClass, number>()
  const shift = (changes: ClassBytes, sign: 1 | -1) => {
    for (const [id, bytes] of changes) offsets.set(id, (offsets.get(id) ?? 0) + sign * bytes)
    return sumOf(changes)
  }
  let [freedBytes, restoredBytes] = [0, 0]
  const samples: StorageSample[] = []
  let before: StorageSample | null = null
  for (const sample of reclassifyOldSamples(sorted)) {
    if (before !== null) {
      const removed = isSudden(before, sample) ? dropsBetween(before, sample) : movedToTrash(before, sample)
      freedBytes += shift(removed, 1)
      restoredBytes += shift(restoredFromTrash(before, sample), -1)
    }
    samples.push(offsets.size === 0 ? sample : { ...sample, classes: shifted(sample, offsets) })
    before = sample
  }
  return { samples, freedBytes, restoredBytes }
}

function shifted({ classes }: StorageSample, offsets: ReadonlyMap<StorageClass, number>) {
  const adjusted: Partial<Record<StorageClass, number>> = { ...classes }
  for (const [id, bytes] of offsets) {
    const has = classes[id]
    if (has !== undefined) adjusted[id] = has + bytes
  }
  return adjusted
}
