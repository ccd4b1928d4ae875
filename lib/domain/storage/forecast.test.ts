import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../shared/time.ts'
import { NOW_MS } from '../../testing/factories.ts'
import { forecastFull } from './forecast.ts'

/** `count` samples over `hours`, growing by `perDay`. */
const samples = (count: number, hours: number, perDay: number) =>
  Array.from({ length: count }, (_, index) => {
    const agoMs = count === 1 ? 0 : (hours * HOUR_MS * (count - 1 - index)) / (count - 1)
    return { atMs: NOW_MS - agoMs, classes: { logs: Math.round(1e9 - (perDay * agoMs) / DAY_MS) } }
  })

describe('days to full', () => {
  it.each([
    ['nothing', 0, 0, 'none', 'Not measured yet: Steward has not sampled this home.'],
    [
      'one',
      1,
      0,
      'none',
      'Not measured yet: one sample so far, and growth needs two at least six hours apart.',
    ],
    ['an hour', 5, 1, 'none', 'Not measured yet: 5 samples within 60 min, and growth needs six hours.'],
    ['half a day', 40, 12, 'low', 'Measured from 40 samples over 12 h: a hint, not a trend.'],
    ['two samples', 2, 150, 'low', 'Measured from 2 samples over 6 d: a hint, not a trend.'],
    ['two days', 8, 48, 'fair', 'Measured from 8 samples over 2 d: a first trend.'],
    ['five days', 30, 120, 'good', 'Measured from 30 samples over 5 d.'],
  ])('from %s state their confidence', (_, count, hours, confidence, words) => {
    const forecast = forecastFull(samples(count, hours, 1e6), 10e6, NOW_MS)
    expect(forecast.confidence).toBe(confidence)
    expect(forecast.words.startsWith(words)).toBe(true)
    expect(forecast.daysToFull === null).toBe(confidence === 'none')
    expect(forecast.samples).toBe(count)
  })

  it('state the date', () => {
    const forecast = forecastFull(samples(30, 120, 1e6), 20e6, NOW_MS)
    expect(forecast).toMatchObject({ growthBytesPerDay: 1e6, daysToFull: 20 })
    expect(forecast.fullAt).toBe(new Date(NOW_MS + 20 * DAY_MS).toISOString())
  })

  it('are unknown for a home that shrinks, and for a disk that could not be read', () => {
    const shrinking = forecastFull(samples(30, 120, -1e6), 20e6, NOW_MS)
    expect(shrinking).toMatchObject({ daysToFull: null, fullAt: null })
    expect(shrinking.words).toContain('does not grow')
    expect(forecastFull(samples(30, 120, 1e6), null, NOW_MS).words).toContain('could not be read')
  })
})
