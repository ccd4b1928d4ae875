/** Free space over the last hour, and when it is used up at that rate. */
import { HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import type { MinuteTally } from './burn-memory.ts'

const LEAST_SPAN_MS = 10 * MINUTE_MS

/** Null when it does not fill, or nobody watched long enough. */
export function hoursToFull(minutes: readonly MinuteTally[], freeBytes: number | null): number | null {
  const points = minutes.flatMap(({ minute, freeBytes: free }) =>
    free === null ? [] : [{ atMs: minute * MINUTE_MS, free }],
  )
  const [first, last] = [points[0], points.at(-1)]
  if (freeBytes === null || first === undefined || last === undefined) return null
  if (last.atMs - first.atMs < LEAST_SPAN_MS) return null
  const lostPerHour = -slopePerHour(points.map(({ atMs, free }) => [atMs - first.atMs, free - first.free]))
  return lostPerHour > 0 ? Math.round((freeBytes / lostPerHour) * 10) / 10 : null
}

function slopePerHour(points: readonly (readonly [ms: number, bytes: number])[]): number {
  const meanMs = points.reduce((sum, [ms]) => sum + ms, 0) / points.length
  const meanBytes = points.reduce((sum, [, bytes]) => sum + bytes, 0) / points.length
  let covariance = 0
  let variance = 0
  for (const [ms, bytes] of points) {
    covariance += (ms - meanMs) * (bytes - meanBytes)
    variance += (ms - meanMs) ** 2
  }
  return (covariance / variance) * HOUR_MS
}
