import { expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import { afterWrongTry, NO_TRIES, type Tries, waitMs } from './throttle.ts'

const guess = (times: number, tries: Tries = NO_TRIES, everyMs = 100, fromMs = 1_000_000) => {
  let now = fromMs
  let state = tries
  for (let n = 0; n < times; n += 1) {
    state = afterWrongTry(state, now)
    now += everyMs
  }
  return { state, now }
}

it('nine failed attempts in a minute are free, the tenth imposes a wait', () => {
  expect(waitMs(guess(9).state, 1_001_000)).toBe(0)
  expect(waitMs(guess(10).state, 1_000_900)).toBe(60_000)
})

it('slow attempts never have to wait', () => {
  expect(waitMs(guess(100, NO_TRIES, 7_000).state, 1_700_000)).toBe(0)
})

it('waits double up to five minutes', () => {
  let { state } = guess(10)
  const waits: number[] = []
  for (let n = 0; n < 9; n += 1) {
    waits.push(state.blockedUntilMs)
    state = afterWrongTry(state, state.blockedUntilMs)
  }
  const lengths = waits.slice(1).map((until, index) => (until - (waits[index] ?? 0)) / 1_000)
  expect(lengths).toEqual([120, 240, 300, 300, 300, 300, 300, 300])
})

it('fifteen minutes without an attempt reset the wait', () => {
  const { state } = guess(10)
  const later = afterWrongTry(state, state.blockedUntilMs + HOUR_MS)
  expect(waitMs(later, state.blockedUntilMs + HOUR_MS)).toBe(0)
  expect(later.recentMs).toHaveLength(1)
  expect(
    waitMs(afterWrongTry(state, state.blockedUntilMs + MINUTE_MS), state.blockedUntilMs + MINUTE_MS),
  ).toBe(120_000)
})

it.each([0, 50, 1_000, 5_000, 5_999, 6_100, 6_600, 7_000, 30_000, 61_000])(
  'an attempt every %i ms never gets more than ten in any minute',
  (everyMs) => {
    let tries = NO_TRIES
    const allowed: number[] = []
    for (
      let now = 1_000_000;
      now < 1_000_000 + HOUR_MS && allowed.length < 400;
      now += Math.max(1, everyMs)
    ) {
      if (waitMs(tries, now) > 0) continue
      allowed.push(now)
      tries = afterWrongTry(tries, now)
    }
    const most = Math.max(
      ...allowed.map((from) => allowed.filter((at) => at >= from && at < from + MINUTE_MS).length),
    )
    expect(most).toBeLessThanOrEqual(10)
  },
)
