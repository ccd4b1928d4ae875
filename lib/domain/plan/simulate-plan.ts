/** Forecasts a plan's effect on the disk: “pruning this moves days-to-full from 6 to 41”. Pure. */
import { daysToFull } from '../storage/growth.ts'
import type { Disposition } from './action.ts'
import type { PlanDisk } from './plan.ts'

export type PlanForecast = {
  readonly daysToFull: number | null
  /** Once the space is actually free. */
  readonly daysToFullAfter: number | null
  readonly freesNowBytes: number
  /** Bytes freed only when the trash expires. */
  readonly freesLaterBytes: number
}

/**
 * `bytes` are those still ticked. An archive counts as freeing all of them, which is too much if it is on the
 * same disk.
 */
export function simulatePlan(
  { freeBytes, growthBytesPerDay }: PlanDisk,
  bytes: number,
  disposition: Disposition,
): PlanForecast {
  const waits = disposition === 'trash'
  return {
    daysToFull: daysToFull(freeBytes, growthBytesPerDay),
    daysToFullAfter: daysToFull(freeBytes === null ? null : freeBytes + bytes, growthBytesPerDay),
    freesNowBytes: waits ? 0 : bytes,
    freesLaterBytes: waits ? bytes : 0,
  }
}

/** “7 d outlasts the disk”: the space would be freed only after the disk is full. */
export function trashOutlastsDisk({ freeBytes, growthBytesPerDay }: PlanDisk, trashDays: number): boolean {
  const days = daysToFull(freeBytes, growthBytesPerDay)
  return days !== null && days < trashDays
}
