/**
 * How much of a session's usage is new. A session is remembered after its row is gone, so neither a cleanup
 * nor a restore changes what a home has used.
 */
import { counterRise } from './counter-rise.ts'
import { NO_TOKENS, TOKEN_KINDS, type TokenSums } from './token-sums.ts'

/** A session's row, as far as counting needs it. */
export type SessionTokens = {
  readonly id: string
  readonly startedMs: number
  readonly tokens: TokenSums
}

/** What was counted of a session: its last and its highest counters. */
export type CountedUsage = { readonly last: TokenSums; readonly high: TokenSums }

/** Rows read from a home. */
export type UsageReading = {
  readonly atMs: number
  readonly rows: readonly SessionTokens[]
  /** Every row as of this time has been read, now or before. Null if that is not known. */
  readonly completeMs: number | null
}

/**
 * `newSinceMs`: an unknown session that began later is new and counts from zero. An earlier one was there before
 * counting began, or was imported, and its past does not count.
 */
export function countUsage(
  known: CountedUsage | null,
  { startedMs, tokens: read }: SessionTokens,
  newSinceMs: number,
): { readonly used: TokenSums; readonly counted: CountedUsage } {
  // A damaged row may have an infinite counter, and the difference of two is not a number.
  const tokens = byKind((kind) => Math.min(read[kind], Number.MAX_SAFE_INTEGER))
  if (known === null)
    return { used: startedMs >= newSinceMs ? tokens : NO_TOKENS, counted: { last: tokens, high: tokens } }
  const { last, high } = known
  return {
    used: byKind((kind) => counterRise(last[kind], high[kind], tokens[kind])),
    counted: { last: tokens, high: byKind((kind) => Math.max(high[kind], tokens[kind])) },
  }
}

export const isSameUsage = (a: TokenSums, b: TokenSums): boolean =>
  TOKEN_KINDS.every((kind) => a[kind] === b[kind])

const byKind = (of: (kind: keyof TokenSums) => number): TokenSums => ({
  input: of('input'),
  output: of('output'),
  cacheRead: of('cacheRead'),
  cacheWrite: of('cacheWrite'),
})
