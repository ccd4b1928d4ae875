/**
 * Splits a run into batches. A batch is saved, removed and journaled together, so it is small enough to redo
 * after a crash and large enough that saving it is cheap. Pure.
 */
import type { PlanItem, RunItem } from './plan.ts'
import type { Target } from './target.ts'

type Bounds = { readonly items: number; readonly bytes: number }

const MB = 1_000_000

const BOUNDS: Readonly<Record<Target['kind'], Bounds>> = {
  session: { items: 200, bytes: 16 * MB },
  file: { items: 500, bytes: 64 * MB },
  folder: { items: 500, bytes: 256 * MB },
  project: { items: 20, bytes: 256 * MB },
  leak: { items: 500, bytes: Number.POSITIVE_INFINITY },
  // The index is one file, so it is written once or not at all.
  route: { items: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY },
  database: { items: 1, bytes: Number.POSITIVE_INFINITY },
}

/**
 * Files and folders come first, because they need no space and free the space that rows need on a full disk.
 * Otherwise in step order. Items of one family share a batch, even beyond its limits.
 */
export function batchItems<T extends RunItem & Pick<PlanItem, 'step' | 'rowBytes'>>(
  items: readonly T[],
): T[][] {
  const batches: T[][] = []
  let current: T[] = []
  let bytes = 0
  for (const family of families(items)) {
    const [first] = family
    if (first === undefined) continue
    const added = family.reduce((sum, item) => sum + bytesOf(item), 0)
    const bounds = BOUNDS[first.kind]
    const [leader] = current
    const fits =
      leader !== undefined &&
      leader.kind === first.kind &&
      leader.step === first.step &&
      current.length + family.length <= bounds.items &&
      bytes + added <= bounds.bytes
    if (!fits) {
      current = []
      bytes = 0
      batches.push(current)
    }
    current.push(...family)
    bytes += added
  }
  return [...batches.filter(isOfPlaces), ...batches.filter((batch) => !isOfPlaces(batch))]
}

const isOfPlaces = ([first]: readonly RunItem[]): boolean =>
  first?.kind === 'file' || first?.kind === 'folder'

const bytesOf = ({ bytes, rowBytes }: Pick<PlanItem, 'bytes' | 'rowBytes'>): number => bytes + (rowBytes ?? 0)

/** Places each family at the position of its first member. */
function families<T extends RunItem & Pick<PlanItem, 'step'>>(items: readonly T[]): Iterable<T[]> {
  const found = new Map<string, T[]>()
  for (const item of items) {
    const key = item.together === null ? `item ${item.id}` : `${item.step} ${item.kind} ${item.together}`
    const present = found.get(key)
    if (present === undefined) found.set(key, [item])
    else present.push(item)
  }
  return found.values()
}
