import { expect, it } from 'vitest'
import { formatUsd } from './usd.ts'

it.each([
  [0, '$0.00'],
  [0.00001, '<$0.0001'],
  [0.004, '$0.004'],
  [0.0123, '$0.0123'],
  [0.1234, '$0.123'],
  [0.5, '$0.50'],
  [14.623, '$14.62'],
  [999.5, '$999.50'],
  [1234.5, '$1,235'],
])('%d is %s', (usd, text) => {
  expect(formatUsd(usd)).toBe(text)
})
