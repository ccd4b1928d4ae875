import { describe, expect, it } from 'vitest'
import { exampleOverview } from '@/lib/testing/examples/example-overview'
import { tokenDaysModel } from './token-days-model'
import { tokenTitle } from './words'

const { tokens, seenAt } = exampleOverview()
const totals = (...counts: number[]) => counts.map((total) => ({ total }))

describe('tokenDaysModel', () => {
  it.each([7, 30, 90])('has one bar for each of the last %d days, with today last', (days) => {
    const bars = tokenDaysModel(tokens, days, seenAt)?.bars ?? []
    expect(bars).toHaveLength(days)
    expect(bars.at(-1)).toMatchObject({ day: '2026-11-15', tick: 'Today', label: 'Today, Sun 15 Nov' })
    expect(new Set(bars.map((bar) => bar.day)).size).toBe(days)
  })

  it('adds the kinds up to each day’s total, and the days up to the legend', () => {
    const model = tokenDaysModel(tokens, 30, seenAt)
    for (const bar of model?.bars ?? []) {
      expect(bar.input + bar.output + bar.cacheRead + bar.cacheWrite).toBe(bar.total)
    }
    expect(model?.legend.map((entry) => [entry.label, entry.value])).toEqual([
      ['Output', '5.47 M'],
      ['Fresh input', '21.9 M'],
      ['Cache write', '8.76 M'],
      ['Cache read', '87.6 M'],
    ])
  })

  it.each([7, 30, 90])('labels today and no more days than fit on the axis: %d', (days) => {
    const ticks = tokenDaysModel(tokens, days, seenAt)?.dayTicks ?? []
    expect(ticks.at(-1)).toBe('2026-11-15')
    expect(ticks.length).toBeLessThanOrEqual(7)
  })

  it('mentions auxiliary tokens only if there are any', () => {
    expect(tokenDaysModel(tokens, 30, seenAt)?.auxiliary).toMatch(/^Not in the bars: 1.3 M auxiliary/)
    expect(tokens && tokenDaysModel({ ...tokens, auxiliary: null }, 30, seenAt)?.auxiliary).toBeNull()
  })

  it('is unknown if sessions were not read', () => {
    expect(tokenDaysModel(null, 30, seenAt)).toBeNull()
  })
})

describe('tokenTitle', () => {
  it.each([
    [totals(0, 10e6, 10e6, 31.4e6), 'Today has burned 31.4 M tokens, 3.1× an average day'],
    [totals(1e6, 1e6, 31e6), 'Today has burned 31 M tokens, 31× an average day'],
    [totals(0, 0, 5e6), 'Today has burned 5 M tokens'],
    [totals(4e6, 8e6, 0), 'No tokens today, 6 M on an average day'],
    [totals(0, 0, 0), 'No tokens in 3 days'],
  ])('compares today with the average since the first day with tokens: %#', (bars, title) => {
    expect(tokenTitle(bars)).toBe(title)
  })
})
