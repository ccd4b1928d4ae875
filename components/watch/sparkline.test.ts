import { expect, it } from 'vitest'
import { sparkPath } from './sparkline'

it('a sparkline stays within its box and is flat for constant values', () => {
  expect(sparkPath([1], 10, 10)).toBe('')
  expect(sparkPath([5, 5], 10, 10)).toBe('M0 5L10 5')
  expect(sparkPath([0, 10], 10, 10)).toBe('M0 9L10 1')
})
