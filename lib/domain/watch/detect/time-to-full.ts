/**
 * How fast something falls, by the median of the slopes between all pairs of minutes: a backup that eats for twenty
 * minutes of the hour and gives back barely moves it, a disk that really fills does. Remembers one point a minute.
 */
import { HOUR_MS, MINUTE_MS } from '../../../shared/time.ts'

const WINDOW_MS = HOUR_MS
/** Fewer minutes tell a burst from a trend no better than a guess. */
const MIN_POINTS = 15
const SPRINT_POINTS = 10
const OTHER_SIZE = 0.05

type Point = { readonly atMs: number; readonly free: number }

export type Falling = {
  /** Per hour, over the last hour and over the last ten minutes; null: not watched for long enough. */
  readonly perHour: number | null
  readonly sprintPerHour: number | null
}

/** The disk a number belongs to; a device nobody could ask for is null. */
export type Disk = { readonly total: number; readonly device: number | null }

export function createFalling(): { note(free: number, disk: Disk, spanMs: number): Falling } {
  let points: Point[] = []
  let last: Disk | null = null
  let falling: Falling = UNKNOWN
  return {
    note(free, disk, spanMs) {
      if (last !== null && isAnother(last, disk)) {
        points = []
        falling = UNKNOWN
      }
      last = { total: disk.total, device: disk.device ?? last?.device ?? null }
      const before = points.at(-1)
      if (before !== undefined && spanMs - before.atMs < MINUTE_MS) return falling
      points = [...points.filter(({ atMs }) => atMs > spanMs - WINDOW_MS), { atMs: spanMs, free }]
      falling = fallingOf(points)
      return falling
    },
  }
}

/** Of points a minute apart, oldest first, of the last hour. */
export function fallingOf(points: readonly Point[]): Falling {
  return {
    // Every second minute is enough for the hour, and a quarter of the pairs.
    perHour:
      points.length < MIN_POINTS ? null : fallPerHour(points.filter((_, i) => i % 2 === parity(points))),
    sprintPerHour: points.length < SPRINT_POINTS ? null : fallPerHour(points.slice(-SPRINT_POINTS)),
  }
}

/**
 * Another disk, or the same one made larger: what was measured says nothing about it. File systems that share a pool
 * or make inodes as they need them move their totals a little all the time, which says nothing either.
 */
const isAnother = (before: Disk, now: Disk): boolean =>
  (before.device !== null && now.device !== null && before.device !== now.device) ||
  Math.abs(now.total - before.total) > before.total * OTHER_SIZE

/** So that the newest point always counts. */
const parity = (points: readonly Point[]): number => (points.length + 1) % 2

const UNKNOWN: Falling = { perHour: null, sprintPerHour: null }

/** How much less there is every hour; negative when there is more. */
function fallPerHour(points: readonly Point[]): number {
  const slopes = new Float64Array((points.length * (points.length - 1)) / 2)
  let count = 0
  points.forEach((b, later) => {
    for (let i = 0; i < later; i += 1) {
      const a = points[i]
      if (a !== undefined && b.atMs > a.atMs) slopes[count++] = (a.free - b.free) / (b.atMs - a.atMs)
    }
  })
  const sorted = slopes.subarray(0, count).sort()
  return (sorted[Math.floor(count / 2)] ?? 0) * HOUR_MS
}

/** Infinite when it does not fall. */
export const hoursLeft = (free: number, perHour: number): number =>
  perHour > 0 ? Math.max(0, free) / perHour : Number.POSITIVE_INFINITY
