/** Tracks the largest files of a unit. Most files cost one comparison. */
import type { Stats } from 'node:fs'
import type { StorageClass } from '../../domain/storage/storage.ts'
import type { RawPath } from './list-folder.ts'
import type { UnitKind } from './scan-types.ts'

export type LargeEntry = {
  readonly place: RawPath
  readonly class: StorageClass
  readonly bytes: number
  readonly apparentBytes: number
  readonly modifiedMs: number
}

export class LargestFileTracker {
  readonly entries: LargeEntry[] = []
  readonly #limit: number
  #smallest = -1
  #smallestAt = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  add(id: StorageClass, place: RawPath, stats: Stats): void {
    const bytes = stats.blocks * 512
    if (bytes <= this.#smallest) return
    const entry = { place, class: id, bytes, apparentBytes: stats.size, modifiedMs: stats.mtimeMs }
    if (this.entries.length < this.#limit) {
      this.entries.push(entry)
      if (this.entries.length < this.#limit) return
    } else {
      this.entries[this.#smallestAt] = entry
    }
    this.#findSmallest()
  }

  #findSmallest(): void {
    this.#smallest = Infinity
    for (let at = 0; at < this.entries.length; at += 1) {
      const bytes = this.entries[at]?.bytes ?? Infinity
      if (bytes >= this.#smallest) continue
      this.#smallest = bytes
      this.#smallestAt = at
    }
  }
}

/** There are many repositories, and single git objects are of little interest. */
export const largestFileLimit = (kind: UnitKind): number => (kind === 'repository' ? 5 : 50)
