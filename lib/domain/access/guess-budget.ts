/**
 * Limits wrong passwords from all addresses together, because an attacker can use many. Sixty are free, then one
 * every six seconds, so nothing is ever locked.
 */

export type GuessBudget = {
  /** When everything spent so far is refilled. */
  readonly spentUntilMs: number
}

export const FULL_BUDGET: GuessBudget = { spentUntilMs: 0 }

const FREE_GUESSES = 60
const REFILL_MS = 6_000

export const budgetWaitMs = (budget: GuessBudget, nowMs: number): number =>
  Math.max(0, spentMs(budget, nowMs) - (FREE_GUESSES - 1) * REFILL_MS)

export const afterWrongGuess = (budget: GuessBudget, nowMs: number): GuessBudget => ({
  spentUntilMs: nowMs + spentMs(budget, nowMs) + REFILL_MS,
})

/** More than can be spent means that the clock was set back. The budget then starts over. */
function spentMs({ spentUntilMs }: GuessBudget, nowMs: number): number {
  const spent = spentUntilMs - nowMs
  return spent > FREE_GUESSES * REFILL_MS ? 0 : Math.max(0, spent)
}
