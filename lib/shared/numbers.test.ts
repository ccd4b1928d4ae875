import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatBytes, formatCount, formatPlural, formatShare, formatShort } from './numbers.ts'
import { DAY_MS, formatAge, HOUR_MS, MINUTE_MS, toIso } from './time.ts'

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1.00 KB'],
  [12_345, '12.3 KB'],
  [999_499, '999 KB'],
  [999_500, '1.00 MB'],
  [12_000_000_000, '12.0 GB'],
  [98_910_000, '98.9 MB'],
  [412_000_000, '412 MB'],
  [2_610_000_000, '2.61 GB'],
  [17_700_000_000, '17.7 GB'],
  [-310_000_000, '-310 MB'],
])('%i bytes are shown as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

it('large counts are abbreviated, exact counts have separators', () => {
  expect(formatShort(31_400_000)).toBe('31.4 M')
  expect(formatShort(184_000)).toBe('184 K')
  expect(formatShort(1_000_000)).toBe('1 M')
  expect(formatShort(950)).toBe('950')
  expect(formatCount(3_049)).toBe('3,049')
})

it('groups digits like the en-US locale', () => {
  const counts = fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER })
  fc.assert(fc.property(counts, (count) => formatCount(count) === count.toLocaleString('en-US')))
  expect(formatShare(1_234.5675)).toBe('123,456.8 %')
})

it('a count of one is singular', () => {
  expect(formatPlural(1, 'session')).toBe('1 session')
  expect(formatPlural(0, 'session')).toBe('0 sessions')
  expect(formatPlural(2, 'entry', 'entries')).toBe('2 entries')
})

it('shares have at most one decimal', () => {
  expect(formatShare(535 / 728)).toBe('73.5 %')
  expect(formatShare(1)).toBe('100 %')
  expect([0, 0.0004, 0.0005].map(formatShare)).toEqual(['0 %', '< 0.1 %', '0.1 %'])
})

it('ages have one unit', () => {
  expect(formatAge(3 * DAY_MS)).toBe('3 d')
  expect(formatAge(47 * HOUR_MS)).toBe('47 h')
  expect(formatAge(119 * MINUTE_MS)).toBe('119 min')
  expect(formatAge(-5)).toBe('0 s')
})

it('a time outside of the calendar is unknown, not an error', () => {
  expect(toIso(Number.NaN)).toBeNull()
  expect(toIso(9e15)).toBeNull()
  expect(toIso(0)).toBe('1970-01-01T00:00:00.000Z')
})
