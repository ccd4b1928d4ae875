/**
 * The last known counters of sessions, to compute what each burnt since. Bounded: the least recently seen are
 * dropped, and their burn then only appears in the totals.
 */
import { counterRise } from '../../tokens/counter-rise.ts'
import type { TokenSums } from '../../tokens/token-sums.ts'
import type { CallStreak } from './call-streak.ts'

/** A session's counters at one sample. */
export type Counters = {
  readonly tokens: TokenSums
  /** Null if no price is known. */
  readonly costUsd: number | null
  /** Null if this version of Hermes does not count calls. */
  readonly apiCalls: number | null
}

export type Rise = {
  readonly tokens: TokenSums
  readonly costUsd: number | null
  readonly apiCalls: number | null
}

type Entry = {
  last: Counters
  /** The highest value of each counter. */
  high: Counters
  streak: CallStreak | null
  movedMs: number | null
}

const MAX_SESSIONS = 2_000

export class SessionLedger {
  readonly #entries = new Map<string, Entry>()

  knows(id: string): boolean {
    return this.#entries.has(id)
  }

  /** Returns the rise since the last sample. For an unknown session that is everything, so check `knows` first. */
  update(id: string, seen: Counters): Rise {
    const entry = this.#entries.get(id)
    if (entry === undefined) {
      this.#keep(id, { last: seen, high: seen, streak: null, movedMs: null })
      return seen
    }
    const rise = risen(entry, seen)
    entry.high = highest(entry.high, seen)
    entry.last = seen
    this.#keep(id, entry)
    return rise
  }

  /** Null until computed. */
  streakOf(id: string): CallStreak | null {
    return this.#entries.get(id)?.streak ?? null
  }

  setStreak(id: string, streak: CallStreak): void {
    const entry = this.#entries.get(id)
    if (entry !== undefined) entry.streak = streak
  }

  /** Monotonic time. */
  moved(id: string, elapsedMs: number): void {
    const entry = this.#entries.get(id)
    if (entry !== undefined) entry.movedMs = elapsedMs
  }

  /** Sessions active since, the latest first. */
  movedSince(elapsedMs: number, most: number): string[] {
    const found: { readonly id: string; readonly movedMs: number }[] = []
    for (const [id, { movedMs }] of this.#entries)
      if (movedMs !== null && movedMs >= elapsedMs) found.push({ id, movedMs })
    return found
      .sort((a, b) => b.movedMs - a.movedMs)
      .slice(0, most)
      .map(({ id }) => id)
  }

  clear(): void {
    this.#entries.clear()
  }

  get size(): number {
    return this.#entries.size
  }

  #keep(id: string, entry: Entry): void {
    this.#entries.delete(id)
    this.#entries.set(id, entry)
    if (this.#entries.size <= MAX_SESSIONS) return
    const oldest = this.#entries.keys().next()
    if (!oldest.done) this.#entries.delete(oldest.value)
  }
}

function risen({ last, high }: Entry, seen: Counters): Rise {
  const rise = (kind: keyof TokenSums) => counterRise(last.tokens[kind], high.tokens[kind], seen.tokens[kind])
  return {
    tokens: {
      input: rise('input'),
      output: rise('output'),
      cacheRead: rise('cacheRead'),
      cacheWrite: rise('cacheWrite'),
    },
    costUsd: seen.costUsd === null ? null : counterRise(last.costUsd ?? 0, high.costUsd ?? 0, seen.costUsd),
    apiCalls:
      seen.apiCalls === null ? null : counterRise(last.apiCalls ?? 0, high.apiCalls ?? 0, seen.apiCalls),
  }
}

function highest(high: Counters, seen: Counters): Counters {
  const most = (kind: keyof TokenSums) => Math.max(high.tokens[kind], seen.tokens[kind])
  return {
    tokens: {
      input: most('input'),
      output: most('output'),
      cacheRead: most('cacheRead'),
      cacheWrite: most('cacheWrite'),
    },
    costUsd: larger(high.costUsd, seen.costUsd),
    apiCalls: larger(high.apiCalls, seen.apiCalls),
  }
}

const larger = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.max(a, b)
