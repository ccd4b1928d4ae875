import { afterEach, expect, it } from 'vitest'
import { HOUR_MS } from '../../shared/time.ts'
import { msToMidnight } from './ms-to-midnight.ts'

const original = process.env.TZ

afterEach(() => {
  if (original === undefined) delete process.env.TZ
  else process.env.TZ = original
})

it.each([
  ['an ordinary day', 'Europe/Berlin', '2026-11-16T00:00:00+01:00', 24],
  ['the day the clock goes forward', 'Europe/Berlin', '2026-03-29T00:00:00+01:00', 23],
  ['the day the clock goes back', 'Europe/Berlin', '2026-10-25T00:00:00+02:00', 25],
  ['the second of the hours that come twice', 'Europe/Berlin', '2026-10-25T02:30:00+01:00', 21.5],
  ['half an hour before midnight', 'Asia/Kolkata', '2026-11-16T23:30:00+05:30', 0.5],
])('%s', (_, zone, now, hours) => {
  process.env.TZ = zone
  expect(msToMidnight(Date.parse(now)) / HOUR_MS).toBe(hours)
})
