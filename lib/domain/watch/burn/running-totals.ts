/**
 * Totals over all sessions: those of the last full read, plus what single sessions burnt since. The next full
 * read shows what was missed.
 */
import { addTokens, beyond, NO_TOKENS, type TokenSums } from '../../tokens/token-sums.ts'

export type CounterTotals = {
  readonly sessions: number
  readonly open: number
  /** The newest row id, to recognize rows added later. */
  readonly newestRow: number
  readonly tokens: TokenSums
  readonly costUsd: number | null
}

export type Missed = { readonly tokens: TokenSums; readonly costUsd: number | null }

export class RunningTotals {
  #walked: CounterTotals
  #tokens: TokenSums
  #costUsd: number | null

  constructor(walked: CounterTotals) {
    this.#walked = walked
    this.#tokens = walked.tokens
    this.#costUsd = walked.costUsd
  }

  get walked(): CounterTotals {
    return this.#walked
  }

  get tokens(): TokenSums {
    return this.#tokens
  }

  get costUsd(): number | null {
    return this.#costUsd
  }

  add(burnt: TokenSums, costUsd: number | null): void {
    this.#tokens = addTokens(this.#tokens, burnt)
    if (costUsd !== null) this.#costUsd = (this.#costUsd ?? 0) + costUsd
  }

  /**
   * The rise that was not seen in single sessions. Imported rows bring their past with them and deleted rows
   * take theirs away, so neither counts.
   */
  reconcile(walked: CounterTotals, imported: Pick<CounterTotals, 'tokens' | 'costUsd'>): Missed {
    const tokens = beyond(beyond(walked.tokens, imported.tokens), this.#tokens)
    const risenUsd = (walked.costUsd ?? 0) - (imported.costUsd ?? 0) - (this.#costUsd ?? 0)
    this.#walked = walked
    this.#tokens = walked.tokens
    this.#costUsd = walked.costUsd
    return { tokens, costUsd: risenUsd > SMALLEST_USD ? risenUsd : null }
  }
}

/** Sums of fractions depend on the order of adding. */
const SMALLEST_USD = 1e-6

export const NOTHING_MISSED: Missed = { tokens: NO_TOKENS, costUsd: null }
