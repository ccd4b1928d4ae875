/**
 * How fast a value falls: the median slope between all pairs of minutes. A backup that uses space for twenty
 * minutes barely changes it, a disk that fills does. Keeps one point per minute.
 */
import { HOUR_MS, MINUTE_MS } from '../../../shared/time.ts'
import type { MinuteTally } from '../burn/burn-memory.ts'

const WINDOW_MS = HOUR_MS
/** With fewer minutes, a burst cannot be distinguished from a trend. */
const MIN_POINTS = 15
const SPRINT_POINTS = 10
const OTHER_SIZE = 0.05

type Point = { readonly atMs: number; readonly free: number }

export type Falling = {
  /** Per hour, over the last hour and the last ten minutes. Null if not watched long enough. */
  readonly perHour: number | null
  readonly sprintPerHour: number | null
}

/** Which disk a value belongs to. `device` is null if unknown. */
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

/** One point per minute of the last hour, oldest first. */
export function fallingOf(points: readonly Point[]): Falling {
  return {
    // Every other minute is enough and needs a quarter of the pairs.
    perHour:
      points.length < MIN_POINTS ? null : fallPerHour(points.filter((_, i) => i % 2 === parity(points))),
    sprintPerHour: points.length < SPRINT_POINTS ? null : fallPerHour(points.slice(-SPRINT_POINTS)),
  }
}

/**
 * Another disk, or the same one resized. Small changes of the total are normal for pooled file systems and
 * dynamic inodes.
 */
const isAnother = (before: Disk, now: Disk): boolean =>
  (before.device !== null && now.device !== null && before.device !== now.device) ||
  Math.abs(now.total - before.total) > before.total * OTHER_SIZE

/** Keeps the newest point. */
const parity = (points: readonly Point[]): number => (points.length + 1) % 2

const UNKNOWN: Falling = { perHour: null, sprintPerHour: null }

/** Loss per hour, negative if it grows. */
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

/** Infinite if it does not fall. */
export const hoursLeft = (free: number, perHour: number): number =>
  perHour > 0 ? Math.max(0, free) / perHour : Number.POSITIVE_INFINITY

type Filling = {
  /** Null until watched long enough. */
  readonly isFilling: boolean | null
  /** Hours until the disk is full. Null if it does not fill, or that is not known. */
  readonly hoursToFull: number | null
}

/** At the last hour's rate, computed like the incident. */
export function fillingOf(minutes: readonly MinuteTally[], freeBytes: number | null): Filling {
  const { perHour } = fallingOf(
    minutes.flatMap(({ minute, freeBytes: free }) =>
      free === null ? [] : [{ atMs: minute * MINUTE_MS, free }],
    ),
  )
  if (freeBytes === null || perHour === null) return { isFilling: null, hoursToFull: null }
  const hours = hoursLeft(freeBytes, perHour)
  const isFilling = Number.isFinite(hours)
  return { isFilling, hoursToFull: isFilling ? Math.round(hours * 10) / 10 : null }
}
