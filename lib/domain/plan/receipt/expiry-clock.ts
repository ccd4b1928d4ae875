/**
 * Whether the clock may be believed when it says that trash and archives are over their time. A machine that wakes up with
 * a wrong date must not delete everything at once: after a leap, expiry waits until a day was really lived through. Pure.
 */
import { DAY_MS, HOUR_MS } from '../../../shared/time.ts'

export type ExpiryClock = {
  /** When expiry was last checked. */
  readonly lastMs: number
  /** How much is still to be lived through before anything expires. */
  readonly waitMs: number
}

/** Longer than a night or a day off; a machine that was off for longer only keeps its trash a day longer. */
const LEAP_MS = 2 * DAY_MS
/** Expiry is checked every ten minutes. One check counts for no more than this, whatever the clock says. */
const STEP_MS = HOUR_MS

export function nextExpiryClock(before: ExpiryClock | null, nowMs: number): ExpiryClock {
  if (before === null) return { lastMs: nowMs, waitMs: 0 }
  const stepMs = nowMs - before.lastMs
  const waitMs =
    stepMs > LEAP_MS ? DAY_MS : Math.max(0, before.waitMs - Math.min(STEP_MS, Math.max(0, stepMs)))
  return { lastMs: nowMs, waitMs }
}
