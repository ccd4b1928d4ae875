import { expect, it } from 'vitest'
import { type CountedUsage, countUsage } from './count-usage.ts'
import { NO_TOKENS } from './token-sums.ts'

const input = (value: number) => ({ ...NO_TOKENS, input: value })
const known = (last: number, high = last): CountedUsage => ({ last: input(last), high: input(high) })

it.each([
  ['a session that began after the last reading counts from zero', null, 2_000, 70, 70],
  ['one that began before it was there already, or was imported', null, 999, 70, 0],
  ['a rise', known(70), 0, 100, 30],
  ['the same counters again', known(70), 0, 70, 0],
  ['a lower counter', known(70), 0, 40, 0],
  ['a rise below the highest counter', known(40, 70), 0, 60, 20],
  ['a jump back to the highest counter', known(0, 70), 0, 70, 0],
  ['a jump above it', known(0, 70), 0, 75, 5],
  [
    'an infinite counter, twice',
    { last: input(Number.MAX_SAFE_INTEGER), high: input(Number.MAX_SAFE_INTEGER) },
    0,
    Infinity,
    0,
  ],
] as const)('%s', (_, before, startedMs, now, used) => {
  const result = countUsage(before, { id: 'a', startedMs, tokens: input(now) }, 1_000)
  expect(result.used).toEqual(input(used))
  expect(countUsage(result.counted, { id: 'a', startedMs, tokens: input(now) }, 0).used).toEqual(NO_TOKENS)
})
