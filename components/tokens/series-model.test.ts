import { expect, it } from 'vitest'
import type { TokenSeries } from '@/lib/domain/tokens/token-series'
import { seriesModel } from './series-model'
import { rangeTitle, rangeWords } from './words'

const hrefOf = (day: string) => `/of/${day}`
const NOTHING = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }
const series: TokenSeries = {
  count: 'measured',
  explanation: 'How it is counted.',
  days: [
    { day: '2026-11-13', tokens: null, coverage: 0 },
    { day: '2026-11-14', tokens: { input: 10, output: 20, cacheRead: 30, cacheWrite: 40 }, coverage: 0.9 },
    { day: '2026-11-15', tokens: { input: 100, output: 0, cacheRead: 0, cacheWrite: 0 }, coverage: 1 },
  ],
  unknownDays: 1,
  total: { input: 110, output: 20, cacheRead: 30, cacheWrite: 40 },
  betweenDays: { ...NOTHING, output: 7 },
  falls: 2,
}

it('an unmeasured day is unknown in bar and table, and not part of the average', () => {
  const model = seriesModel(series, hrefOf)
  expect(model.bars.map(({ unknown }) => unknown ?? false)).toEqual([true, false, false])
  expect(model.title).toBe('Today has burned 100 tokens, 1× an average day')
  expect(model.table.rows.map(({ cells }) => cells)).toEqual([
    ['Today, Sun 15 Nov', '0', '100', '0', '0', '100', '100 %'],
    ['Sat 14 Nov', '20', '10', '40', '30', '100', '90 %'],
    ['Fri 13 Nov', 'unknown', 'unknown', 'unknown', 'unknown', 'unknown', '0 %'],
  ])
})

it('a day links to its sessions only if tokens are counted by session start and it has any', () => {
  const [today, ...before] = series.days.toReversed()
  const days = [{ day: '2026-11-12', tokens: NOTHING, coverage: 1 }, ...before, ...(today ? [today] : [])]
  const rows = seriesModel({ ...series, count: 'booked', days }, hrefOf).table.rows
  expect(rows.flatMap(({ href }) => href ?? [])).toEqual(['/of/2026-11-15', '/of/2026-11-14'])
  expect(seriesModel(series, hrefOf).table.rows.flatMap(({ href }) => href ?? [])).toEqual([])
})

it('the total covers known days only, and says so', () => {
  expect(rangeTitle(series)).toBe('200 tokens in the 2 measured of 3 days, 55 % of them fresh input')
  expect(rangeWords(series)).toBe('2 of the last 3 days, measured by Steward, day by day.')
  expect(rangeTitle({ ...series, unknownDays: 3 })).toBe('No day of this range was measured')
  const booked = { ...series, count: 'booked', unknownDays: 0, total: NOTHING } as const
  expect(rangeTitle(booked)).toBe('No tokens in the last 3 days')
})

it('states what this way of counting leaves out', () => {
  expect(seriesModel(series, hrefOf).notes).toEqual([
    'How it is counted.',
    'Hatched: 1 day without two samples, unknown and in no sum.',
    'Between two days, and so in no bar: 0 fresh input, 7 output, 0 cache write, 0 cache read.',
    '2 times a counter fell, as after a prune; what was used at that moment is not in the sums.',
  ])
  const plain = { ...series, count: 'booked', unknownDays: 0, betweenDays: NOTHING, falls: 0 } as const
  expect(seriesModel(plain, hrefOf).notes).toEqual(['How it is counted.'])
})
