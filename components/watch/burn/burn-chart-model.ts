/**
 * The last hour as a chart. Each step shows the tokens of the minute before it, so that the right edge equals
 * the number beside the chart and a long call is a plateau instead of a spike. If less than a minute was
 * sampled, the rate is extrapolated.
 */
import { niceTicks } from '@/components/charts/nice-ticks'
import type { BurnPoint, WatchHistory } from '@/lib/domain/watch/watch-state'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/shared/time'

export const CHART_WIDTH = 1_440
export const CHART_HEIGHT = 100

export type BurnChartModel = {
  readonly ticks: readonly number[]
  /** SVG paths within CHART_WIDTH by CHART_HEIGHT. The lighter area is behind the darker one. */
  readonly allPath: string
  readonly cachePath: string
  readonly yesterdayPath: string
  /** From the top, 0 to 1; null if the limit is above the chart. */
  readonly limitAt: number | null
  readonly endMs: number
  /** Steward was not running for part of the hour. */
  readonly hasGaps: boolean
}

/** The first steps after a gap: one call in five seconds says nothing about a minute. */
const SKIPPED_STEPS = 2

type Step = { readonly atMs: number; readonly fresh: number; readonly cache: number }

export function burnChartModel(history: WatchHistory, endMs: number, limitPerMinute: number): BurnChartModel {
  const startMs = endMs - HOUR_MS
  const runs = minuteSums(history.points.filter(({ atMs }) => atMs > startMs && atMs <= endMs))
  const most = runs.flat().reduce((highest, { fresh, cache }) => Math.max(highest, fresh + cache), 0)
  const before = visibleYesterday(history, startMs, endMs)
  const earlier = before.reduce((highest, { value }) => Math.max(highest, value ?? 0), 0)
  // A quiet hour is scaled to its limit, so that it looks quiet.
  const ticks = niceTicks(Math.max(most, earlier, limitPerMinute))
  const top = ticks.at(-1) ?? 1
  const x = (atMs: number) => Math.round(((atMs - startMs) / HOUR_MS) * CHART_WIDTH)
  const y = (value: number) => Math.round((1 - value / top) * CHART_HEIGHT * 10) / 10
  return {
    ticks,
    allPath: runs.map((run) => area(run, x, (step) => y(step.fresh + step.cache))).join(''),
    cachePath: runs.map((run) => area(run, x, (step) => y(step.cache))).join(''),
    yesterdayPath: line(before, x, y),
    limitAt: limitPerMinute <= top ? 1 - limitPerMinute / top : null,
    endMs,
    hasGaps: runs.length > 1,
  }
}

/** Runs of samples without a gap. Each step has the sums of the minute before it. */
function minuteSums(points: readonly BurnPoint[]): Step[][] {
  const runs: Step[][] = []
  let run: Step[] = []
  let first = 0
  let watched = 0
  let fresh = 0
  let cache = 0
  points.forEach(({ atMs, tokens }, index) => {
    while (first < index && (points[first]?.atMs ?? atMs) <= atMs - MINUTE_MS) {
      const gone = points[first]?.tokens
      fresh -= (gone?.input ?? 0) + (gone?.output ?? 0)
      cache -= (gone?.cacheRead ?? 0) + (gone?.cacheWrite ?? 0)
      first += 1
    }
    if (tokens === null) {
      if (run.length > 0) runs.push(run)
      run = []
      watched = 0
      return
    }
    fresh += tokens.input + tokens.output
    cache += tokens.cacheRead + tokens.cacheWrite
    watched += 1
    if (watched <= SKIPPED_STEPS) return
    const spanMs = Math.min(MINUTE_MS, watched * (atMs - (points[index - 1]?.atMs ?? atMs)) || MINUTE_MS)
    run.push({ atMs, fresh: (fresh * MINUTE_MS) / spanMs, cache: (cache * MINUTE_MS) / spanMs })
  })
  if (run.length > 0) runs.push(run)
  return runs
}

/** Steps of the same height are merged, so a quiet hour is a short path. */
function area(run: readonly Step[], x: (atMs: number) => number, y: (step: Step) => number): string {
  const [first] = run
  if (first === undefined) return ''
  let path = `M${x(first.atMs)} ${CHART_HEIGHT}V${y(first)}`
  let height = y(first)
  for (const step of run) {
    const next = y(step)
    if (next === height) continue
    path += `H${x(step.atMs)}V${next}`
    height = next
  }
  return `${path}H${x(run.at(-1)?.atMs ?? first.atMs)}V${CHART_HEIGHT}Z`
}

type Earlier = { readonly atMs: number; readonly value: number | null }

/** Yesterday's values moved by a day, each at the end of its minute, clipped to the chart. */
function visibleYesterday({ yesterday, yesterdayFromMs }: WatchHistory, startMs: number, endMs: number) {
  const all = yesterday.map((value, index) => ({
    atMs: yesterdayFromMs + DAY_MS + (index + 1) * MINUTE_MS,
    value,
  }))
  const visible: Earlier[] = all.filter(({ atMs }) => atMs >= startMs && atMs <= endMs)
  const edges = [startMs, endMs].flatMap((edgeMs) => valueAt(all, edgeMs))
  return [...visible, ...edges].sort((a, b) => a.atMs - b.atMs)
}

/** Interpolates between two minutes. Empty if one of them is unknown, or if a minute ends exactly there. */
function valueAt(minutes: readonly Earlier[], atMs: number): Earlier[] {
  const next = minutes.findIndex((minute) => minute.atMs > atMs)
  const [from, to] = [minutes[next - 1], minutes[next]]
  if (from === undefined || to === undefined || from.atMs === atMs) return []
  if (from.value === null || to.value === null) return []
  return [{ atMs, value: from.value + ((to.value - from.value) * (atMs - from.atMs)) / MINUTE_MS }]
}

function line(
  minutes: readonly Earlier[],
  x: (atMs: number) => number,
  y: (value: number) => number,
): string {
  let path = ''
  let isDown = false
  for (const { atMs, value } of minutes) {
    if (value !== null) path += `${isDown ? 'L' : 'M'}${x(atMs)} ${y(value)}`
    isDown = value !== null
  }
  return path
}
