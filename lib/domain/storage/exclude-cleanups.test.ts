/** Growth continues after a cleanup as before, and a home that shrinks by itself still shrinks. */
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../shared/time.ts'
import type { StorageSample } from '../home/sample.ts'
import { forecastFull } from './forecast.ts'
import { growthPerDay } from './growth.ts'

const NOW = 1_790_000_000_000
const GB = 1_000_000_000

/** One sample per hour over six days, with classes given by a function of the hour. */
const hourly = (classesAt: (hour: number) => StorageSample['classes']): StorageSample[] =>
  Array.from({ length: 6 * 24 + 1 }, (_, hour) => ({
    atMs: NOW - (6 * 24 - hour) * HOUR_MS,
    classes: classesAt(hour),
  }))

const PER_HOUR = 10_000_000
const growing = (hour: number) => 17 * GB + hour * PER_HOUR
const since = (hour: number, at: number, bytes: number) => (hour >= at ? -bytes : 0)

describe.each([
  ['ten gigabytes freed yesterday', (hour: number) => since(hour, 120, 10 * GB), 10 * GB],
  ['freed in the very last hour', (hour: number) => since(hour, 144, 10 * GB), 10 * GB],
  ['two cleanups', (hour: number) => since(hour, 50, 2 * GB) + since(hour, 100, 3 * GB), 5 * GB],
])('%s', (_, freed, freedBytes) => {
  const samples = hourly((hour) => ({ checkpoints: growing(hour) + freed(hour), logs: GB }))

  it('a cleanup does not change the growth, except for what was written in those hours', () => {
    const { totalPerDay, byClass } = growthPerDay(samples, NOW)
    expect(totalPerDay).toBeGreaterThan(PER_HOUR * 24 * 0.97)
    expect(totalPerDay).toBeLessThanOrEqual(PER_HOUR * 24)
    expect(byClass).toEqual({ checkpoints: totalPerDay, logs: 0 })
  })

  it('keeps the forecast, and states what was left out', () => {
    const forecast = forecastFull(samples, 24 * GB, NOW)
    expect(forecast.daysToFull).toBeGreaterThan(95)
    expect(forecast.confidence).toBe('good')
    expect(forecast.words).toMatch(/^Measured from 145 samples over 6 d, without the .* GB that were cleaned/)
    expect(Math.abs(forecast.freedBytes - freedBytes)).toBeLessThanOrEqual(2 * PER_HOUR)
  })
})

describe('not a cleanup', () => {
  const perDay = (samples: readonly StorageSample[]) => growthPerDay(samples, NOW).totalPerDay ?? 0

  it('a slow decline', () => {
    expect(perDay(hourly((hour) => ({ logs: 10 * GB - hour * PER_HOUR })))).toBe(-PER_HOUR * 24)
  })

  it('a WAL that SQLite empties every day', () => {
    const daily = hourly((hour) => ({ 'state-db': GB, wal: (hour % 24) * 20_000_000 }))
    expect(forecastFull(daily, GB, NOW).freedBytes).toBe(0)
  })

  it('a class that one sample lacks', () => {
    const samples = hourly((hour) => (hour === 70 ? { logs: GB } : { logs: GB, checkpoints: growing(hour) }))
    expect(forecastFull(samples, GB, NOW).freedBytes).toBe(0)
  })

  it('a drop over a day without samples', () => {
    const samples = [
      { atMs: NOW - 2 * DAY_MS, classes: { logs: 10 * GB } },
      { atMs: NOW - DAY_MS, classes: { logs: 5 * GB } },
      { atMs: NOW, classes: { logs: 5 * GB } },
    ]
    expect(perDay(samples)).toBeLessThan(0)
  })
})
