/**
 * How fast something falls, by the median of the slopes between all pairs of minutes: a backup that eats for twenty
 * minutes of the hour and gives back barely moves it, a disk that really fills does. Remembers one point a minute.
 */
import { HOUR_MS, MINUTE_MS } from '../../../shared/time.ts'

const WINDOW_MS = HOUR_MS
/** Fewer minutes tell a burst from a trend no better than a guess. */
const LEAST_POINTS = 15
const SPRINT_POINTS = 10

type Point = { readonly atMs: number; readonly free: number }

export type Falling = {
  /** Per hour, over the last hour and over the last ten minutes; null: not watched for long enough. */
  readonly perHour: number | null
  readonly sprintPerHour: number | null
}

export function createFalling(): { note(free: number, total: number | null, spanMs: number): Falling } {
  let points: Point[] = []
  let size: number | null = null
  let falling: Falling = UNKNOWN
  return {
    note(free, total, spanMs) {
      // Another disk, or the same one made larger: what was measured says nothing about it.
      if (total !== size) {
        points = []
        falling = UNKNOWN
      }
      size = total
      const last = points.at(-1)
      if (last !== undefined && spanMs - last.atMs < MINUTE_MS) return falling
      points = [...points.filter(({ atMs }) => atMs > spanMs - WINDOW_MS), { atMs: spanMs, free }]
      falling = {
        perHour: points.length < LEAST_POINTS ? null : fallPerHour(points),
        sprintPerHour: points.length < SPRINT_POINTS ? null : fallPerHour(points.slice(-SPRINT_POINTS)),
      }
      return falling
    },
  }
}

const UNKNOWN: Falling = { perHour: null, sprintPerHour: null }

/** How much less there is every hour; negative when there is more. */
export function fallPerHour(points: readonly Point[]): number {
  const slopes: number[] = []
  for (const [i, a] of points.entries())
    for (const b of points.slice(i + 1))
      if (b.atMs > a.atMs) slopes.push((a.free - b.free) / (b.atMs - a.atMs))
  slopes.sort((x, y) => x - y)
  return (slopes[Math.floor(slopes.length / 2)] ?? 0) * HOUR_MS
}

/** Infinite when it does not fall. */
export const hoursLeft = (free: number, perHour: number): number =>
  perHour > 0 ? Math.max(0, free) / perHour : Number.POSITIVE_INFINITY
