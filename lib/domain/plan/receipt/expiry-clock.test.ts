import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/time.ts'
import { type ExpiryClock, nextExpiryClock } from './expiry-clock.ts'

const NOW_MS = Date.UTC(2026, 10, 16)
const STEP_MS = 10 * MINUTE_MS

/** The same clock after this many checks, ten minutes apart. */
const live = (clock: ExpiryClock, checks: number): ExpiryClock =>
  checks === 0 ? clock : live(nextExpiryClock(clock, clock.lastMs + STEP_MS), checks - 1)

it('trusts a clock that advances normally', () => {
  expect(nextExpiryClock(null, NOW_MS).waitMs).toBe(0)
  expect(live(nextExpiryClock(null, NOW_MS), 500).waitMs).toBe(0)
  expect(nextExpiryClock({ lastMs: NOW_MS, waitMs: 0 }, NOW_MS + 2 * DAY_MS).waitMs).toBe(0)
})

it('waits for a day of regular checks after the clock jumped', () => {
  const leapt = nextExpiryClock({ lastMs: NOW_MS, waitMs: 0 }, NOW_MS + 400 * DAY_MS)
  expect(leapt.waitMs).toBe(DAY_MS)
  expect(live(leapt, 143).waitMs).toBe(STEP_MS)
  expect(live(leapt, 144).waitMs).toBe(0)
})

it('counts at most an hour per check, and nothing for one that goes back', () => {
  const leapt = { lastMs: NOW_MS, waitMs: DAY_MS }
  expect(nextExpiryClock(leapt, NOW_MS + DAY_MS).waitMs).toBe(DAY_MS - HOUR_MS)
  expect(nextExpiryClock(leapt, NOW_MS - 400 * DAY_MS)).toEqual({
    lastMs: NOW_MS - 400 * DAY_MS,
    waitMs: DAY_MS,
  })
})

it('waits again after a wrong clock was corrected', () => {
  const back = nextExpiryClock({ lastMs: NOW_MS + 400 * DAY_MS, waitMs: HOUR_MS }, NOW_MS)
  expect(back.waitMs).toBe(HOUR_MS)
  expect(nextExpiryClock(back, NOW_MS + 3 * DAY_MS).waitMs).toBe(DAY_MS)
})
