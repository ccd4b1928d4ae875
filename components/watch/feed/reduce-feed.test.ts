import { expect, it } from 'vitest'
import { NO_HISTORY } from '@/lib/domain/watch/watch-state'
import { HOUR_MS } from '@/lib/shared/time'
import { exampleWatch, SEEN_MS } from '@/lib/testing/examples/example-watch'
import type { Feed } from './feed-types'
import { reduceFeed } from './reduce-feed'

const empty: Feed = {
  state: null,
  history: NO_HISTORY,
  connection: { kind: 'opening' },
  offsetMs: null,
  isLeader: false,
}
const at = (afterMs: number) => {
  const state = exampleWatch({ seenMs: SEEN_MS + afterMs })
  return {
    kind: 'state',
    state: {
      ...state,
      burn: { ...state.burn, point: { atMs: SEEN_MS + afterMs, tokens: null, messages: null } },
    },
  } as const
}

it('each state adds its step, and steps older than an hour are dropped', () => {
  const feed = [0, 5_000, HOUR_MS + 1].map(at).reduce(reduceFeed, empty)
  expect(feed.history.points.map(({ atMs }) => atMs - SEEN_MS)).toEqual([5_000, HOUR_MS + 1])
})

it('an older state changes nothing', () => {
  const feed = reduceFeed(empty, at(5_000))
  expect(reduceFeed(feed, at(0))).toBe(feed)
})

it('a change between two samples is shown at once', () => {
  const feed = reduceFeed(empty, at(0))
  const paused = exampleWatch({ pausedMs: SEEN_MS })
  expect(reduceFeed(feed, { kind: 'state', state: paused }).state?.pausedMs).toBe(SEEN_MS)
})

it('a history that arrives after a newer state keeps that state’s step', () => {
  const points = [{ atMs: SEEN_MS - 5_000, tokens: null, messages: null }]
  const feed = reduceFeed(reduceFeed(empty, at(0)), { kind: 'history', history: { ...NO_HISTORY, points } })
  expect(feed.history.points.map(({ atMs }) => atMs - SEEN_MS)).toEqual([-5_000, 0])
})

it('a clock that was set back does not stop updates', () => {
  const feed = reduceFeed(reduceFeed(empty, at(HOUR_MS)), at(0))
  expect(feed.state?.seenMs).toBe(SEEN_MS)
  expect(feed.history.points.map(({ atMs }) => atMs - SEEN_MS)).toEqual([0])
})

it('yesterday’s values are kept until new ones arrive', () => {
  const history = { points: [], yesterday: [7, 8], yesterdayFromMs: SEEN_MS - 25 * HOUR_MS }
  const withHistory = reduceFeed(empty, { kind: 'history', history })
  expect([0, 5_000].map(at).reduce(reduceFeed, withHistory).history).toMatchObject({
    yesterday: [7, 8],
    yesterdayFromMs: history.yesterdayFromMs,
  })
  const again = { ...history, yesterday: [8, 9], yesterdayFromMs: history.yesterdayFromMs + 60_000 }
  const moved = reduceFeed(reduceFeed(withHistory, at(0)), { kind: 'history', history: again })
  expect(moved.history.yesterday).toEqual([8, 9])
  expect(moved.history.points).toHaveLength(1)
})
