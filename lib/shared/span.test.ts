import { expect, it } from 'vitest'
import { formatFresh, formatSpan } from './span.ts'

it.each([
  [-5, '0 s'],
  [40_900, '40 s'],
  [60_000, '1 min'],
  [3_599_999, '59 min'],
  [3_600_000, '1 h'],
  [7_140_000, '1 h 59 min'],
  [187_200_000, '2 d 4 h'],
  [172_800_000, '2 d'],
])('a span of %i ms is %s', (ms, words) => {
  expect(formatSpan(ms)).toBe(words)
})

it.each([
  [-1, '0.0 s'],
  [840, '0.8 s'],
  [9_999, '9.9 s'],
  [10_000, '10 s'],
  [65_000, '1 min'],
])('%i ms ago is %s', (ms, words) => {
  expect(formatFresh(ms)).toBe(words)
})
