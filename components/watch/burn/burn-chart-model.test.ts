import { describe, expect, it } from 'vitest'
import { evidenceChart } from '@/components/watch/evidence-model'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/shared/time'
import { SEEN_MS } from '@/lib/testing/examples/example-watch'
import { burnChartModel, CHART_HEIGHT, CHART_WIDTH } from './burn-chart-model'
import { burnTable } from './burn-table-model'

const NO_YESTERDAY = { yesterday: [], yesterdayFromMs: 0 }
const STEP_MS = 5_000
const point = (atMs: number, input: number, cacheRead = 0) => ({
  atMs,
  tokens: { input, output: 0, cacheRead, cacheWrite: 0 },
  messages: 1,
})
const hour = (input: number) =>
  Array.from({ length: 720 }, (_, index) => point(SEEN_MS - (719 - index) * STEP_MS, input))

describe('the chart of the last hour', () => {
  it('each step covers the minute before it, so the right edge equals the current burn', () => {
    const { ticks, allPath } = burnChartModel({ points: hour(1_000), ...NO_YESTERDAY }, SEEN_MS, 100)
    // Twelve steps of 1,000 make 12,000 a minute.
    expect(ticks.at(-1)).toBe(12_000)
    expect(allPath.endsWith(`V0H${CHART_WIDTH}V${CHART_HEIGHT}Z`)).toBe(true)
  })

  it('a quiet hour is a short path and is scaled to its limit', () => {
    const { allPath, ticks, limitAt } = burnChartModel({ points: hour(0), ...NO_YESTERDAY }, SEEN_MS, 50_000)
    expect(allPath.length).toBeLessThan(40)
    expect(ticks.at(-1)).toBe(60_000)
    expect(limitAt).toBeCloseTo(1 / 6)
  })

  it('missing samples leave a gap, not a zero', () => {
    const points = hour(1_000).map((one, index) =>
      index >= 300 && index < 320 ? { ...one, tokens: null, messages: null } : one,
    )
    const { allPath, hasGaps } = burnChartModel({ points, ...NO_YESTERDAY }, SEEN_MS, 100)
    expect(allPath.match(/M/g)).toHaveLength(2)
    expect(hasGaps).toBe(true)
  })

  it('samples older than an hour are not drawn', () => {
    const old = point(SEEN_MS - 2 * HOUR_MS, 9_000_000)
    expect(burnChartModel({ points: [old], ...NO_YESTERDAY }, SEEN_MS, 100).allPath).toBe('')
  })

  const EDGE_MS = Math.floor(SEEN_MS / MINUTE_MS) * MINUTE_MS
  /** One value of yesterday for each minute of the hour, and a few for minutes still to come. */
  const yesterday = [...Array.from({ length: 60 }, (_, index) => index), 60, 61, 62]
  const history = { points: [], yesterday, yesterdayFromMs: EDGE_MS - HOUR_MS - DAY_MS }

  it('yesterday is shifted by a day, with each value at the end of its minute', () => {
    const { yesterdayPath } = burnChartModel(history, EDGE_MS, 60)
    expect(yesterdayPath.startsWith('M24 100L48 98.3')).toBe(true)
    expect(yesterdayPath.endsWith('L1440 1.7')).toBe(true)
  })

  it('yesterday moves with the hour and is clipped at its edges', () => {
    const { yesterdayPath } = burnChartModel(history, EDGE_MS + 2.5 * MINUTE_MS, 80)
    expect(yesterdayPath.startsWith('M0 98.1L12 97.5')).toBe(true)
    expect(yesterdayPath).toMatch(/L1428 \S+L1440 \S+$/)
  })

  it('yesterday has a gap where samples are missing', () => {
    const broken = { ...history, yesterday: yesterday.map((value) => (value % 30 === 10 ? null : value)) }
    expect(burnChartModel(broken, EDGE_MS, 60).yesterdayPath.match(/M/g)).toHaveLength(3)
  })
})

describe('the table of the last hour', () => {
  const clock = (atMs: number) => new Date(atMs).toISOString().slice(11, 16)

  it('has one row per minute, newest first, with the sum of its steps', () => {
    const minute = Math.floor(SEEN_MS / MINUTE_MS) * MINUTE_MS
    const points = [point(minute + 1_000, 5, 7), point(minute + 6_000, 6)]
    const yesterdayFromMs = minute - DAY_MS - MINUTE_MS
    const { rows } = burnTable({ points, yesterday: [1_400, 1_500], yesterdayFromMs }, SEEN_MS, clock)
    expect(rows).toHaveLength(60)
    expect(rows[0]?.cells).toEqual(['14:32', '11', '0', '7', '0', '2', '1,500'])
    expect(rows[1]?.cells).toEqual(['14:31', ...Array.from({ length: 5 }, () => 'unknown'), '1,400'])
    expect(rows[2]?.cells.at(-1)).toBe('unknown')
  })
})

it('the evidence chart always shows its limit', () => {
  const values = [
    { atMs: 0, value: 10 },
    { atMs: 10, value: 20 },
  ]
  expect(evidenceChart({ values, limit: 40 }, 100, 42)).toEqual({ path: 'M0 31L100 21', limitY: 1 })
  expect(evidenceChart({ values: [], limit: 40 }, 100, 42)).toEqual({ path: '', limitY: null })
})
