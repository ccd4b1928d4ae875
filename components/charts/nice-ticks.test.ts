import { describe, expect, it } from 'vitest'
import { niceTicks, wholeTicks } from './nice-ticks'

describe('niceTicks', () => {
  it.each([
    [418, [0, 150, 300, 450]],
    [17.7e9, [0, 5e9, 10e9, 15e9, 20e9]],
    [31.4e6, [0, 10e6, 20e6, 30e6, 40e6]],
    [0.7, [0, 0.2, 0.4, 0.6, 0.8]],
  ])('covers %d with round numbers', (max, ticks) => {
    expect(niceTicks(max)).toEqual(ticks)
  })

  it('starts at zero, ends at or above the maximum and has two to five lines', () => {
    for (let max = 1; max < 1e12; max *= 1.37) {
      const ticks = niceTicks(max)
      expect(ticks[0]).toBe(0)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(max)
      expect(ticks.length).toBeGreaterThanOrEqual(3)
      expect(ticks.length).toBeLessThanOrEqual(5)
    }
  })

  it('returns an axis even without values', () => {
    expect(niceTicks(0)).toEqual([0, 1])
    expect(niceTicks(Number.NaN)).toEqual([0, 1])
  })
})

describe('wholeTicks', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [418, [0, 150, 300, 450]],
  ])('has only integer ticks: %d', (max, ticks) => {
    expect(wholeTicks(max)).toEqual(ticks)
  })

  it('reaches the maximum', () => {
    for (let max = 0; max < 3000; max += 1) expect(wholeTicks(max).at(-1)).toBeGreaterThanOrEqual(max)
  })
})
