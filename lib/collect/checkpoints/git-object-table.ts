/** The objects of a git store with their sizes, and which project uses each exclusively. */

export type ObjectMeasure = {
  readonly commits: number | null
  readonly reachableBytes: number | null
  readonly exclusiveBytes: number | null
}

type Sums = { commits: number; reachableBytes: number; exclusiveBytes: number }

export class GitObjectTable {
  readonly #indexOf = new Map<number, number>()
  readonly #sizes: number[] = []
  readonly #isCommit: boolean[] = []
  readonly #owners: (Sums | typeof SHARED | undefined)[] = []
  readonly #sums = new Map<string, Sums>()

  /** A line of `git cat-file`: name, type, bytes on disk. */
  add(line: string): void {
    const [name = '', type, size] = line.split(' ')
    this.#indexOf.set(keyOf(name), this.#sizes.length)
    this.#sizes.push(Number(size))
    this.#isCommit.push(type === 'commit')
  }

  /** Adds all objects a project reaches. */
  claim(id: string, names: readonly string[]): void {
    const indexes = names.map((name) => this.#indexOf.get(keyOf(name)))
    if (indexes.includes(undefined)) return
    const sums = { commits: 0, reachableBytes: 0, exclusiveBytes: 0 }
    for (const index of indexes) if (index !== undefined) this.#count(sums, index)
    this.#sums.set(id, sums)
  }

  measure(id: string): ObjectMeasure {
    return this.#sums.get(id) ?? { commits: null, reachableBytes: null, exclusiveBytes: null }
  }

  #count(sums: Sums, index: number): void {
    const size = this.#sizes[index] ?? 0
    const owner = this.#owners[index]
    sums.reachableBytes += size
    if (this.#isCommit[index] === true) sums.commits += 1
    if (owner === undefined) {
      this.#owners[index] = sums
      sums.exclusiveBytes += size
    } else if (owner !== SHARED) {
      owner.exclusiveBytes -= size
      this.#owners[index] = SHARED
    }
  }
}

const SHARED = 'shared'

/** The first 52 bits identify the objects of one store, at a fraction of the memory of a full name. */
const keyOf = (name: string): number => Number.parseInt(name.slice(0, 13), 16)
