/** A sum of booked costs, with how much of what burnt it stands for. */
import type { Money } from '../watch-state.ts'

/** `usd` is null where nothing had a price; without anything unpriced either, nothing was burnt. */
export function moneyOf(usd: number | null, unpriced: boolean): Money {
  if (usd === null) return unpriced ? { usd: null, status: 'unknown' } : { usd: 0, status: 'known' }
  return { usd, status: unpriced ? 'partial' : 'known' }
}

export const NO_MONEY: Money = { usd: null, status: 'unknown' }
