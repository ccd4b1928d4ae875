import fc from 'fast-check'
import { expect, it } from 'vitest'
import { smallest } from './smallest.ts'

it('gives the same as sorting everything', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 20 }), (numbers, count) => {
      const byValue = (a: number, b: number) => a - b
      expect(smallest(numbers, count, byValue)).toEqual([...numbers].sort(byValue).slice(0, count))
    }),
  )
})
