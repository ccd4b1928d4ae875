/** Hours until the disk is full at the last hour's rate, computed like the incident. */
import { MINUTE_MS } from '../../shared/time.ts'
import type { MinuteTally } from './burn/burn-memory.ts'
import { fallingOf, hoursLeft } from './detect/time-to-full.ts'

/** Null if it does not fill or was not watched long enough. */
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
