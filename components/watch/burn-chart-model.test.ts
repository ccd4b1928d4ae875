import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '@/lib/shared/time'
import { burnChart, CHART_HEIGHT, CHART_WIDTH } from './burn-chart-model'
import { burnTable } from './burn-table-model'
import { evidenceChart } from './evidence-model'
import { SEEN_MS } from './example-watch'
import { sparkPath } from './spark'

const STEP_MS = 5_000
const point = (atMs: number, input: number, cacheRead = 0) => ({
  atMs,
  tokens: { input, output: 0, cacheRead, cacheWrite: 0 },
  messages: 1,
})
const hour = (input: number) =>
  Array.from({ length: 720 }, (_, index) => point(SEEN_MS - (719 - index) * STEP_MS, input))

describe('the picture of the hour', () => {
  it('each step stands for the minute before it, so its right edge is the burn', () => {
    const { ticks, allPath } = burnChart({ points: hour(1_000), yesterday: [] }, SEEN_MS, 100)
    // Twelve steps of a thousand make 12,000 a minute.
    expect(ticks.at(-1)).toBe(12_000)
    expect(allPath.endsWith(`V0H${CHART_WIDTH}V${CHART_HEIGHT}Z`)).toBe(true)
  })

  it('a quiet hour is a few characters and is drawn against its limit', () => {
    const { allPath, ticks, limitAt } = burnChart({ points: hour(0), yesterday: [] }, SEEN_MS, 50_000)
    expect(allPath.length).toBeLessThan(40)
    expect(ticks.at(-1)).toBe(60_000)
    expect(limitAt).toBeCloseTo(1 / 6)
  })

  it('steps nobody watched leave a hole, not a zero', () => {
    const points = hour(1_000).map((one, index) =>
      index >= 300 && index < 320 ? { ...one, tokens: null, messages: null } : one,
    )
    const { allPath, hasGaps } = burnChart({ points, yesterday: [] }, SEEN_MS, 100)
    expect(allPath.match(/M/g)).toHaveLength(2)
    expect(hasGaps).toBe(true)
  })

  it('what is older than the hour is not drawn', () => {
    const old = point(SEEN_MS - 2 * HOUR_MS, 9_000_000)
    expect(burnChart({ points: [old], yesterday: [] }, SEEN_MS, 100).allPath).toBe('')
  })

  it('yesterday is a line that breaks where nobody watched', () => {
    const yesterday = [10, null, 30, 40]
    const { yesterdayPath } = burnChart({ points: [], yesterday }, SEEN_MS, 40)
    expect(yesterdayPath).toBe('M0 75M960 25L1440 0')
  })
})

describe('the table of the hour', () => {
  const clock = (atMs: number) => new Date(atMs).toISOString().slice(11, 16)

  it('has a row for each minute, newest first, and adds up its steps', () => {
    const minute = Math.floor(SEEN_MS / MINUTE_MS) * MINUTE_MS
    const points = [point(minute + 1_000, 5, 7), point(minute + 6_000, 6)]
    const { rows } = burnTable({ points, yesterday: [] }, SEEN_MS, clock)
    expect(rows).toHaveLength(60)
    expect(rows[0]?.cells).toEqual(['14:32', '11', '0', '7', '0', '2'])
    expect(rows[1]?.cells).toEqual(['14:31', 'unknown', 'unknown', 'unknown', 'unknown', 'unknown'])
  })
})

it('a trend is a line within its box, flat where nothing changes', () => {
  expect(sparkPath([1], 10, 10)).toBe('')
  expect(sparkPath([5, 5], 10, 10)).toBe('M0 5L10 5')
  expect(sparkPath([0, 10], 10, 10)).toBe('M0 9L10 1')
})

it('evidence always shows its limit', () => {
  const values = [
    { atMs: 0, value: 10 },
    { atMs: 10, value: 20 },
  ]
  expect(evidenceChart({ values, limit: 40 }, 100, 42)).toEqual({ path: 'M0 31L100 21', limitY: 1 })
  expect(evidenceChart({ values: [], limit: 40 }, 100, 42)).toEqual({ path: '', limitY: null })
})
