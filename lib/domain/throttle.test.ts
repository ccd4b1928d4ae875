import { expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../shared/time.ts'
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

it('nine wrong tries in a minute cost nothing, the tenth makes a wait', () => {
  expect(waitMs(guess(9).state, 1_001_000)).toBe(0)
  expect(waitMs(guess(10).state, 1_000_900)).toBe(5_000)
})

it('a slow typist never waits', () => {
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
  expect(lengths).toEqual([10, 20, 40, 80, 160, 300, 300, 300])
})

it('a quarter of an hour of silence starts afresh', () => {
  const { state } = guess(10)
  const later = afterWrongTry(state, state.blockedUntilMs + HOUR_MS)
  expect(waitMs(later, state.blockedUntilMs + HOUR_MS)).toBe(0)
  expect(later.recentMs).toHaveLength(1)
  expect(
    waitMs(afterWrongTry(state, state.blockedUntilMs + MINUTE_MS), state.blockedUntilMs + MINUTE_MS),
  ).toBe(10_000)
})
