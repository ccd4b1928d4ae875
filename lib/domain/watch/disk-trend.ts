/** When the disk is full at the last hour's rate, for the board; by the same measure as the incident. */
import { MINUTE_MS } from '../../shared/time.ts'
import type { MinuteTally } from './burn/burn-memory.ts'
import { fallingOf, hoursLeft } from './detect/time-to-full.ts'

/** Null when it does not fill, or nobody watched long enough. */
export function hoursToFull(minutes: readonly MinuteTally[], freeBytes: number | null): number | null {
  const { perHour } = fallingOf(
    minutes.flatMap(({ minute, freeBytes: free }) =>
      free === null ? [] : [{ atMs: minute * MINUTE_MS, free }],
    ),
  )
  if (freeBytes === null || perHour === null) return null
  const hours = hoursLeft(freeBytes, perHour)
  return Number.isFinite(hours) ? Math.round(hours * 10) / 10 : null
}
