/** What a plan would change about the disk's future: “pruning this moves days-to-full from 6 to 41”. Pure. */
import { daysToFull } from '../storage/growth.ts'
import type { Disposition } from './action.ts'
import type { PlanDisk } from './plan.ts'

export type PlanForecast = {
  readonly daysToFull: number | null
  /** Once the space has really come back. */
  readonly daysToFullAfter: number | null
  readonly freesNowBytes: number
  /** What comes back only when the trash expires. */
  readonly freesLaterBytes: number
}

/** `bytes` is what is still ticked. Of an archive on another disk all of it counts; on this one it takes its share. */
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

/** “7 d outlasts the disk”: the space would come back after the disk is full. */
export function trashOutlastsDisk({ freeBytes, growthBytesPerDay }: PlanDisk, trashDays: number): boolean {
  const days = daysToFull(freeBytes, growthBytesPerDay)
  return days !== null && days < trashDays
}
