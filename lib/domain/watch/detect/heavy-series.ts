/**
 * One number of the heavy samples over time, and how much it rose. A fall is a cleanup or a rotation and not
 * negative growth.
 */
import type { Moment } from './watch-time.ts'

const MAX_POINTS = 600

type Point = { readonly atMs: number; readonly value: number }

export function createHeavySeries(keptMs: number) {
  let points: Point[] = []
  let seenAtMs: number | null = null
  return {
    /** True if this is a new heavy sample. */
    note(seenMs: number, value: number, now: Moment): boolean {
      if (seenMs === seenAtMs) return false
      seenAtMs = seenMs
      points = [...points.filter(({ atMs }) => atMs > now.spanMs - keptMs), { atMs: now.spanMs, value }]
      points = points.slice(-MAX_POINTS)
      return true
    },
    /** Total rise between two times. */
    rise(fromMs: number, toMs: number): number {
      let sum = 0
      let before: Point | null = null
      for (const point of points) {
        if (before !== null && point.atMs > fromMs && point.atMs <= toMs)
          sum += Math.max(0, point.value - before.value)
        before = point
      }
      return sum
    },
    firstMs: (): number | null => points[0]?.atMs ?? null,
  }
}
