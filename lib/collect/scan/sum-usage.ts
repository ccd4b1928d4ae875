/** Sums over units. A hard-linked file is counted where it is found first. */
import {
  type ClassUsage,
  STORAGE_CLASSES,
  type StorageClass,
  type Usage,
} from '../../domain/storage/storage.ts'
import type { TemporaryPacks, UnitRecord } from './scan-types.ts'

type Sum = { bytes: number; apparentBytes: number; files: number }

/** Every class in fixed order, even if empty. */
export function sumClasses(records: readonly UnitRecord[]): ClassUsage[] {
  const sums = new Map<StorageClass, Sum>(STORAGE_CLASSES.map((id) => [id, emptySum()]))
  const met = new Set<string>()
  for (const record of records) {
    for (const part of record.usage) add(sums.get(part.id), part)
    for (const link of record.links) {
      if (!met.has(link.inode)) add(sums.get(link.class), { ...link, files: 1 })
      met.add(link.inode)
    }
  }
  return STORAGE_CLASSES.map((id) => ({ id, ...(sums.get(id) ?? emptySum()) }))
}

/** What `du` would report for these units alone. */
export function sumUsage(records: readonly UnitRecord[]): Usage {
  const total = emptySum()
  const met = new Set<string>()
  for (const record of records) {
    for (const part of record.usage) add(total, part)
    for (const link of record.links) {
      if (!met.has(link.inode)) add(total, { ...link, files: 1 })
      met.add(link.inode)
    }
  }
  return total
}

export function sumPacks(records: readonly UnitRecord[]): TemporaryPacks {
  return records.reduce<TemporaryPacks>(
    (sum, { temporaryPacks: packs }) =>
      packs === undefined
        ? sum
        : {
            count: sum.count + packs.count,
            bytes: sum.bytes + packs.bytes,
            newestMs: Math.max(sum.newestMs ?? -Infinity, packs.newestMs ?? -Infinity),
          },
    { count: 0, bytes: 0, newestMs: null },
  )
}

const emptySum = (): Sum => ({ bytes: 0, apparentBytes: 0, files: 0 })

function add(sum: Sum | undefined, usage: Usage): void {
  if (sum === undefined) return
  sum.bytes += usage.bytes
  sum.apparentBytes += usage.apparentBytes
  sum.files += usage.files
}
