/**
 * Finds sessions whose counters changed since they were last counted, without reading every row: only groups
 * with another fingerprint are read, a few thousand rows per sample at most.
 */
import type { SessionTokens } from '../../domain/tokens/count-usage.ts'
import type { StateDb } from '../database/database-facts.ts'
import { readGroupUsage, type UsageGroup } from './read-session-counters.ts'

/** Some tens of milliseconds with the counting. The first count of a large home takes several samples. */
const MAX_ROWS = 2_048

export type UsageSlice = {
  readonly rows: readonly SessionTokens[]
  readonly taken: readonly UsageGroup[]
  readonly left: readonly UsageGroup[]
}

export class UsageReader {
  /** A group's fingerprint when its rows were counted. */
  readonly #counted = new Map<string, string>()
  #left: readonly UsageGroup[] = []
  #walkedMs: number | null = null

  /** Whether rows of changed groups are still to be read. */
  get isBehind(): boolean {
    return this.#left.length > 0
  }

  /** Changes no state, so that a failed read can be repeated. `walked`: all groups, if they were just read. */
  read(db: StateDb, columns: readonly string[], walked: readonly UsageGroup[] | null): UsageSlice {
    const changed =
      walked === null
        ? this.#left
        : walked.filter(({ key, fingerprint }) => this.#counted.get(key) !== fingerprint)
    const taken: UsageGroup[] = []
    let expected = 0
    for (const group of changed) {
      if (taken.length > 0 && expected + group.sessions > MAX_ROWS) break
      expected += group.sessions
      taken.push(group)
    }
    return {
      rows: taken.flatMap(({ key }) => readGroupUsage(db, columns, key)),
      taken,
      left: changed.slice(taken.length),
    }
  }

  /** The slice was counted. Returns the time of the walk whose last group this was, otherwise null. */
  keep({ taken, left }: UsageSlice, walked: readonly UsageGroup[] | null, atMs: number): number | null {
    const isEnd = left.length === 0 && (walked !== null || this.isBehind)
    for (const { key, fingerprint } of taken) this.#counted.set(key, fingerprint)
    if (walked !== null) {
      this.#walkedMs = atMs
      const present = new Set(walked.map(({ key }) => key))
      for (const key of this.#counted.keys()) if (!present.has(key)) this.#counted.delete(key)
    }
    this.#left = left
    return isEnd ? this.#walkedMs : null
  }

  /** What was read could not be counted. */
  forget(): void {
    this.#counted.clear()
    this.#left = []
    this.#walkedMs = null
  }
}
