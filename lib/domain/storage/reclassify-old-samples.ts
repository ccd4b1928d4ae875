/**
 * Samples of 0.1.0 counted the trash, plugins and some runtime files as `unknown`. They are counted anew with the first
 * sample that knows the trash, and that change must look neither like growth nor like a cleanup. So older samples are
 * read as if they had known these classes, going back from there.
 */
import type { StorageSample } from '../home/sample.ts'
import { dropsBetween, isSudden, MOVED_SHARE, risesBetween, sumOf } from './trash-moves.ts'

/** Sorted from the oldest. */
export function reclassifyOldSamples(sorted: readonly StorageSample[]): readonly StorageSample[] {
  const first = sorted.findIndex(({ classes }) => classes.trash !== undefined)
  const turn = sorted[first]
  const lastOld = sorted[first - 1]
  if (turn === undefined || lastOld === undefined) return sorted
  const yours = nowYours(lastOld, turn)
  let after = asIfOld(turn, yours)
  let trash = turn.classes.trash ?? 0
  const older: StorageSample[] = []
  for (const sample of sorted.slice(0, first).reverse()) {
    trash = trashBefore(sample, after, trash)
    // What is missing after the turn was trash too: emptied meanwhile, or it would seem to have left the home.
    if (sample === lastOld) trash = Math.max(trash, unknownOf(lastOld) - yours - (turn.classes.unknown ?? 0))
    trash = Math.min(trash, Math.max(0, unknownOf(sample) - yours))
    older.unshift(reclassified(sample, trash, yours))
    after = sample
  }
  return [...older, ...sorted.slice(first)]
}

/** What changed from `unknown` to `yours`. The trash accounts for the rest. */
function nowYours(lastOld: StorageSample, { classes }: StorageSample): number {
  const lost = unknownOf(lastOld) - (classes.unknown ?? 0) - (classes.trash ?? 0)
  const gained = (classes.yours ?? 0) - (lastOld.classes.yours ?? classes.yours ?? 0)
  return Math.max(0, Math.min(lost, gained))
}

/** The first new sample, as 0.1.0 would have counted it. */
function asIfOld(turn: StorageSample, yours: number): StorageSample {
  const { trash = 0, unknown, ...classes } = turn.classes
  const all = {
    ...classes,
    ...(unknown === undefined ? {} : { unknown: unknown + trash + yours }),
    ...(classes.yours === undefined ? {} : { yours: classes.yours - yours }),
  }
  return { atMs: turn.atMs, classes: all }
}

/**
 * A rise of `unknown` beside a fall of other classes was a cleanup to the trash, the opposite a restore from it. A
 * sudden, large fall of `unknown` alone was the trash being emptied.
 */
function trashBefore(before: StorageSample, after: StorageSample, trash: number): number {
  const gained = unknownOf(after) - unknownOf(before)
  const others = sumOf((gained > 0 ? dropsBetween : risesBetween)(before, after))
  const isMoved = others >= MOVED_SHARE * Math.abs(gained)
  const isEmptied = gained < 0 && isSudden(before, after)
  return isMoved || isEmptied ? Math.max(0, trash - gained) : trash
}

function reclassified(sample: StorageSample, trash: number, yours: number): StorageSample {
  const { classes } = sample
  if (classes.unknown === undefined) return sample
  const toYours = Math.min(yours, classes.unknown)
  return {
    ...sample,
    classes: {
      ...classes,
      unknown: classes.unknown - toYours - trash,
      trash,
      ...(classes.yours === undefined ? {} : { yours: classes.yours + toYours }),
    },
  }
}

const unknownOf = ({ classes }: StorageSample): number => classes.unknown ?? 0
