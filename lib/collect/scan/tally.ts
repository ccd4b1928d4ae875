/** Sums by class during a walk. Folders add blocks and size, but not to the number of files. */
import { lstatSync, type Stats } from 'node:fs'
import type { ClassUsage, StorageClass } from '../../domain/storage/storage.ts'
import { LargestFileTracker } from './largest-files.ts'
import type { RawPath } from './list-folder.ts'
import type { HardLink, TemporaryPacks } from './scan-types.ts'

type Sum = { id: StorageClass; bytes: number; apparentBytes: number; files: number }

export class Tally {
  entries = 0
  folderBytes = 0
  oldestFileMs = Infinity
  newestFileMs = -Infinity
  newestFolderMs = -Infinity
  readonly links: HardLink[] = []
  readonly largest: LargestFileTracker
  packs: TemporaryPacks = { count: 0, bytes: 0, newestMs: null }
  readonly #sums: Sum[] = []
  readonly #own: StorageClass

  /** Times are only tracked for the unit's own class: a leftover of another class is not an output. */
  constructor(own: StorageClass, largestLimit: number) {
    this.#own = own
    this.largest = new LargestFileTracker(largestLimit)
  }

  addFolder(id: StorageClass, stats: Stats): void {
    const bytes = stats.blocks * 512
    const sum = this.#sumOf(id)
    sum.bytes += bytes
    sum.apparentBytes += stats.size
    this.folderBytes += bytes
    this.entries += 1
  }

  addFile(id: StorageClass, place: RawPath, stats: Stats): void {
    this.entries += 1
    this.largest.add(id, place, stats)
    if (id === this.#own) {
      if (stats.mtimeMs > this.newestFileMs) this.newestFileMs = stats.mtimeMs
      if (stats.mtimeMs < this.oldestFileMs) this.oldestFileMs = stats.mtimeMs
    }
    if (stats.nlink > 1) {
      this.links.push({
        inode: inodeOf(place, stats),
        class: id,
        bytes: stats.blocks * 512,
        apparentBytes: stats.size,
      })
      return
    }
    const sum = this.#sumOf(id)
    sum.bytes += stats.blocks * 512
    sum.apparentBytes += stats.size
    sum.files += 1
  }

  addTemporaryPack(stats: Stats): void {
    const { count, bytes, newestMs } = this.packs
    this.packs = {
      count: count + 1,
      bytes: bytes + stats.blocks * 512,
      newestMs: Math.max(newestMs ?? -Infinity, stats.mtimeMs),
    }
  }

  get usage(): readonly ClassUsage[] {
    return this.#sums
  }

  /** A unit has very few classes, so a short list is faster than a map. */
  #sumOf(id: StorageClass): Sum {
    for (const sum of this.#sums) if (sum.id === id) return sum
    const sum = { id, bytes: 0, apparentBytes: 0, files: 0 }
    this.#sums.push(sum)
    return sum
  }
}

/** Some inode numbers exceed what a double can represent, and two files must not become one. */
function inodeOf(place: RawPath, stats: Stats): string {
  if (Number.isSafeInteger(stats.ino)) return String(stats.ino)
  return String(lstatSync(place, { bigint: true, throwIfNoEntry: false })?.ino ?? stats.ino)
}
