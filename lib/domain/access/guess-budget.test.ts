import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../shared/time.ts'
import { afterWrongGuess, budgetWaitMs, FULL_BUDGET, type GuessBudget } from './guess-budget.ts'

const NOW_MS = 1_000_000_000

function guess(times: number, nowMs: number, from: GuessBudget = FULL_BUDGET): GuessBudget {
  let budget = from
  for (let n = 0; n < times; n += 1) budget = afterWrongGuess(budget, nowMs)
  return budget
}

it('sixty wrong guesses are free, then one every six seconds', () => {
  expect(budgetWaitMs(guess(59, NOW_MS), NOW_MS)).toBe(0)
  const spent = guess(60, NOW_MS)
  expect(budgetWaitMs(spent, NOW_MS)).toBe(6_000)
  expect(budgetWaitMs(spent, NOW_MS + 5_999)).toBe(1)
  expect(budgetWaitMs(spent, NOW_MS + 6_000)).toBe(0)
  expect(budgetWaitMs(guess(1, NOW_MS + 6_000, spent), NOW_MS + 6_000)).toBe(6_000)
})

it('however fast the guesses come, a day has at most 14,460', () => {
  let budget = FULL_BUDGET
  let checked = 0
  for (let now = NOW_MS; now < NOW_MS + DAY_MS; now += Math.max(1, budgetWaitMs(budget, now))) {
    budget = afterWrongGuess(budget, now)
    checked += 1
  }
  expect(checked).toBeLessThanOrEqual(14_460)
  expect(checked).toBeGreaterThan(14_000)
})

it('six quiet minutes refill it', () => {
  const later = NOW_MS + 6 * 60_000
  expect(budgetWaitMs(guess(59, later, guess(60, NOW_MS)), later)).toBe(0)
})

it('a clock that is set back does not close the door for as long', () => {
  const spent = guess(60, NOW_MS)
  expect(budgetWaitMs(spent, NOW_MS - HOUR_MS)).toBe(0)
  expect(budgetWaitMs(guess(60, NOW_MS - HOUR_MS, spent), NOW_MS - HOUR_MS)).toBe(6_000)
})
