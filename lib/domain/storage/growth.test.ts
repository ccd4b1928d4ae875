import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../shared/time.ts'
import { daysToFull, growthPerDay } from './growth.ts'
import type { StorageClass } from './storage.ts'

const NOW = 1_790_000_000_000

describe('growthPerDay', () => {
  const at = (agoMs: number, classes: Partial<Record<StorageClass, number>>) => ({
    atMs: NOW - agoMs,
    classes,
  })

  it('is null without two samples that are six hours apart', () => {
    const first = at(5 * HOUR_MS, { logs: 0 })
    expect(growthPerDay([], NOW)).toEqual({ totalPerDay: null, byClass: {} })
    expect(growthPerDay([at(0, { logs: 10 })], NOW).totalPerDay).toBeNull()
    expect(growthPerDay([first, at(0, { logs: 10 })], NOW).totalPerDay).toBeNull()
    expect(growthPerDay([at(6 * HOUR_MS, { logs: 0 }), at(0, { logs: 10 })], NOW).totalPerDay).toBe(40)
  })

  it('measures every class separately, including shrinking ones', () => {
    const samples = [at(2 * DAY_MS, { logs: 0, wal: 500 }), at(0, { logs: 2_000, wal: 100 })]
    expect(growthPerDay(samples, NOW)).toEqual({ totalPerDay: 800, byClass: { logs: 1_000, wal: -200 } })
  })

  it('ignores samples older than seven days and samples from the future', () => {
    const samples = [
      at(8 * DAY_MS, { logs: 9_000_000 }),
      at(DAY_MS, { logs: 100 }),
      at(0, { logs: 200 }),
      at(-DAY_MS, { logs: 9_000_000 }),
    ]
    expect(growthPerDay(samples, NOW).totalPerDay).toBe(100)
  })

  it('a class that was first counted today is not growth', () => {
    const samples = [
      at(2 * DAY_MS, { logs: 100 }),
      at(DAY_MS, { logs: 200, checkpoints: 5_000_000 }),
      at(0, { logs: 300, checkpoints: 5_000_000 }),
    ]
    expect(growthPerDay(samples, NOW)).toEqual({ totalPerDay: 100, byClass: { logs: 100, checkpoints: 0 } })
  })

  it('finds the slope of any straight line for samples in any order', () => {
    const times = fc.uniqueArray(fc.integer({ min: 0, max: 6 * 24 }), { minLength: 2, maxLength: 20 })
    fc.assert(
      fc.property(times, fc.integer({ min: -1_000_000, max: 1_000_000 }), (hours, perHour) => {
        fc.pre(Math.max(...hours) - Math.min(...hours) >= 6)
        const samples = hours.map((ago) => at(ago * HOUR_MS, { logs: 10 ** 9 - perHour * ago }))
        expect(growthPerDay(samples, NOW).totalPerDay).toBe(perHour * 24)
      }),
    )
  })
})

describe('daysToFull', () => {
  it.each([
    [1_000, 100, 10],
    [1_000, 300, 3.3],
    [100_000, 300, 333],
    [0, 5, 0],
    [1_000, 0, null],
    [1_000, -5, null],
    [1_000, null, null],
    [null, 5, null],
  ])('%s bytes free at %s a day is %s', (free, perDay, days) => {
    expect(daysToFull(free, perDay)).toBe(days)
  })
})
