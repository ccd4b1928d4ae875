import { expect, it } from 'vitest'
import { parseIso } from './iso-time.ts'

it.each([
  ['2026-11-15T07:01:02.123456+01:00', '2026-11-15T06:01:02.123Z', true],
  ['2026-11-15T07:01Z', '2026-11-15T07:01:00.000Z', true],
  ['2026-11-15 07:01:02', '2026-11-15T07:01:02.000Z', false],
  ['2026-11-15', '2026-11-15T00:00:00.000Z', false],
])('%s is a time', (text, iso, hasZone) => {
  expect(parseIso(text)).toEqual({ ms: Date.parse(iso), hasZone })
})

it.each([
  '',
  'soon 5',
  '1790000000',
  '2026-02-30',
  '2026-13-01',
  '2026-11-15T25:00Z',
  '+275760-09-13',
  'Nov 15 2026',
])('%j is none', (text) => {
  expect(parseIso(text)).toBeNull()
})
