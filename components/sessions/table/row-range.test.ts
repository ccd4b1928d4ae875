import fc from 'fast-check'
import { expect, it } from 'vitest'
import { rowRange } from './row-range.ts'

it('every row that is visible by at least one pixel is in the range', () => {
  fc.assert(
    fc.property(
      fc.nat(100_000),
      fc.integer({ min: 1, max: 2_000 }),
      fc.constantFrom(32, 60),
      fc.integer({ min: 1, max: 3_000 }),
      (top, height, rowHeight, total) => {
        const { first, last } = rowRange(top, height, rowHeight, total)
        expect(first).toBeGreaterThanOrEqual(0)
        expect(last).toBeLessThan(total)
        for (let row = 0; row < total; row += 1) {
          const isInSight = row * rowHeight < top + height && (row + 1) * rowHeight > top
          if (isInSight) expect(row >= first && row <= last).toBe(true)
        }
      },
    ),
    { numRuns: 50 },
  )
})

it('overscroll stays within the list', () => {
  expect(rowRange(-80, 320, 32, 5)).toEqual({ first: 0, last: 4 })
  expect(rowRange(99_999, 320, 32, 5)).toEqual({ first: 4, last: 4 })
  expect(rowRange(0, 320, 32, 0)).toEqual({ first: 0, last: 0 })
})
