import { expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import { findBusiestStretch } from './busiest-stretch.ts'
import { busiestWindows, fastestWindow } from './busiest-windows.ts'

const hour = (at: number, messages: number) => ({ hour: at, messages })
const every = (count: number, spanMs: number, fromMs = 0) => ({
  ticks: Array.from({ length: count }, (_, at) => ({
    atMs: fromMs + (at * spanMs) / Math.max(1, count - 1),
    toolIteration: false,
  })),
  complete: true,
})

it('the few busiest hours are read, none of them twice', () => {
  const hours = [
    hour(0, 9_999),
    hour(100, 700),
    hour(101, 650),
    hour(200, 602),
    ...[3, 6, 9, 12].map((at) => hour(at, at)),
  ]
  const windows = busiestWindows(hours, 0)
  expect(windows).toHaveLength(5)
  expect(windows.slice(0, 2)).toEqual([
    { fromMs: 99 * HOUR_MS, toMs: 102 * HOUR_MS },
    { fromMs: 199 * HOUR_MS, toMs: 202 * HOUR_MS },
  ])
  expect(busiestWindows(null, 10 * HOUR_MS)).toEqual([{ fromMs: 8 * HOUR_MS, toMs: 11 * HOUR_MS }])
})

it('a burst of 602 in 107 s outranks a steady hour of 700', () => {
  const steady = every(700, HOUR_MS)
  const burst = every(602, 107_000, 50 * HOUR_MS)
  const fastest = fastestWindow([steady, burst])
  expect(fastest).toBe(burst)
  expect(findBusiestStretch(fastest?.ticks ?? [])).toMatchObject({
    messages: 602,
    seconds: 107,
    runaway: true,
  })
  expect(fastestWindow([every(3, MINUTE_MS), every(0, 1)])?.ticks).toHaveLength(3)
  expect(fastestWindow([])).toBeNull()
})
