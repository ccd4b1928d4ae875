/**
 * What moved between the trash and the other classes from one sample to the next. A cleanup lowers a class and raises
 * the trash, a restore does the opposite. Neither changes the size of the home, so neither is growth.
 */
import { HOUR_MS } from '../../shared/time.ts'
import type { StorageSample } from '../home/sample.ts'
import { STORAGE_CLASSES, type StorageClass } from './storage.ts'

export type ClassBytes = readonly (readonly [id: StorageClass, bytes: number])[]

/** With a larger gap, a sudden change cannot be told from a slow one. */
const MAX_GAP_MS = 6 * HOUR_MS

/** SQLite empties the WAL regularly, and the trash is Steward's own. */
const COMPARED_CLASSES = STORAGE_CLASSES.filter((id) => id !== 'wal' && id !== 'trash')

/** Only classes that both samples have. A class that was not counted was not removed. */
export const dropsBetween = (before: StorageSample, after: StorageSample): ClassBytes =>
  COMPARED_CLASSES.flatMap((id) => {
    const [had, has] = [before.classes[id], after.classes[id]]
    return had === undefined || has === undefined || has >= had ? [] : [[id, had - has] as const]
  })

export const risesBetween = (before: StorageSample, after: StorageSample): ClassBytes =>
  dropsBetween(after, before)

/** At most what the trash gained, whenever that was: only Steward fills it. */
export function movedToTrash(before: StorageSample, after: StorageSample): ClassBytes {
  const gained = trashGain(before, after)
  return gained > 0 ? atMost(dropsBetween(before, after), gained) : []
}

/** Most of what left the trash must be in the other classes now. Otherwise it was emptied, and they just grew. */
export const MOVED_SHARE = 0.5

export function restoredFromTrash(before: StorageSample, after: StorageSample): ClassBytes {
  const left = -trashGain(before, after)
  const rises = risesBetween(before, after)
  const isRestore = left > 0 && after.atMs - before.atMs <= MAX_GAP_MS && sumOf(rises) >= MOVED_SHARE * left
  return isRestore ? atMost(rises, left) : []
}

const MIN_DROP = { bytes: 64_000_000, share: 0.02 }

/** Too much at once for anything but a cleanup. */
export function isSudden(before: StorageSample, after: StorageSample): boolean {
  if (after.atMs - before.atMs > MAX_GAP_MS) return false
  const had = COMPARED_CLASSES.reduce((sum, id) => sum + (before.classes[id] ?? 0), 0)
  return sumOf(dropsBetween(before, after)) >= Math.max(MIN_DROP.bytes, MIN_DROP.share * had)
}

export const sumOf = (changes: ClassBytes): number => changes.reduce((sum, [, bytes]) => sum + bytes, 0)

function trashGain(before: StorageSample, after: StorageSample): number {
  const [had, has] = [before.classes.trash, after.classes.trash]
  return had === undefined || has === undefined ? 0 : has - had
}

/** The largest change first, because the others are more likely to be what was written meanwhile. */
function atMost(changes: ClassBytes, limit: number): ClassBytes {
  let left = limit
  return [...changes]
    .sort(([, a], [, b]) => b - a)
    .map(([id, bytes]) => {
      const moved = Math.min(bytes, left)
      left -= moved
      return [id, moved] as const
    })
}
