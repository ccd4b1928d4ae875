/**
 * Decides whether the clock can be trusted to expire trash and archives. A machine that starts with a wrong
 * date must not delete everything at once, so after a jump expiry waits until a full day has been observed.
 * Pure.
 */
import { DAY_MS, HOUR_MS } from '../../../shared/time.ts'

export type ExpiryClock = {
  /** When expiry was last checked. */
  readonly lastMs: number
  /** Time left to observe before anything expires. */
  readonly waitMs: number
}

/** Longer than a night or a day off. A machine that was off for longer keeps its trash only a day longer. */
const LEAP_MS = 2 * DAY_MS
/** Expiry is checked every ten minutes. One check counts for at most this, whatever the clock says. */
const STEP_MS = HOUR_MS

export function nextExpiryClock(before: ExpiryClock | null, nowMs: number): ExpiryClock {
  if (before === null) return { lastMs: nowMs, waitMs: 0 }
  const stepMs = nowMs - before.lastMs
  const waitMs =
    stepMs > LEAP_MS ? DAY_MS : Math.max(0, before.waitMs - Math.min(STEP_MS, Math.max(0, stepMs)))
  return { lastMs: nowMs, waitMs }
}
