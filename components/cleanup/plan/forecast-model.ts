/** Free space over the coming days, with the plan and without it, as lines in percent of the chart. Pure. */
import type { Disposition } from '@/lib/domain/plan/action'
import type { PlanDisk } from '@/lib/domain/plan/plan'
import { simulatePlan } from '@/lib/domain/plan/simulate-plan'
import { FAR_DAYS } from '@/lib/domain/storage/growth'

export type Segment = {
  readonly x1: number
  readonly y1: number
  readonly x2: number
  readonly y2: number
}

export type Forecast = {
  /** Days until the disk is full. */
  readonly without: number
  readonly with: number
  readonly lines: { readonly without: readonly Segment[]; readonly with: readonly Segment[] }
  /** Where each line reaches zero, in percent of the width. */
  readonly fullAt: { readonly without: number; readonly with: number }
}

/** Beyond this, a day count would be misleading. */

/** Null if there is nothing to draw: growth unknown, no growth, nothing to free, or too far in the future. */
export function forecastOf(
  disk: PlanDisk,
  bytes: number,
  disposition: Disposition,
  trashDays: number | null,
): Forecast | null {
  const { freeBytes, growthBytesPerDay } = disk
  const { daysToFull: without, daysToFullAfter: after } = simulatePlan(disk, bytes, disposition)
  if (without === null || after === null || freeBytes === null || growthBytesPerDay === null) return null
  if (bytes <= 0 || after > FAR_DAYS) return null
  // Trash that is never emptied frees nothing.
  if (disposition === 'trash' && trashDays === null) return null
  // The space of trash is drawn as freed when the trash expires, but at the latest when the disk is full.
  const waits = disposition === 'trash' ? Math.min(trashDays ?? without, without) : 0
  const most = freeBytes + bytes
  const span = Math.max(after, 1) * 1.08
  const x = (days: number) => (100 * days) / span
  const y = (free: number) => 100 - (100 * free) / most
  const left = Math.max(0, freeBytes - growthBytesPerDay * waits)
  return {
    without,
    with: after,
    fullAt: { without: x(without), with: x(after) },
    lines: {
      without: [{ x1: 0, y1: y(freeBytes), x2: x(without), y2: 100 }],
      with: [
        { x1: 0, y1: y(freeBytes), x2: x(waits), y2: y(left) },
        { x1: x(waits), y1: y(left), x2: x(waits), y2: y(left + bytes) },
        { x1: x(waits), y1: y(left + bytes), x2: x(after), y2: 100 },
      ],
    },
  }
}
