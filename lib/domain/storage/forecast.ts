/** When the disk will be full at the current growth of this home, and how reliable that is. */
import { DAY_MS, HOUR_MS, toIso } from '../../shared/time.ts'
import type { StorageSample } from '../home/sample.ts'
import { daysToFull, growthBasis, growthPerDay } from './growth.ts'
import { describeForecast } from './words.ts'

export type DiskForecast = {
  readonly growthBytesPerDay: number | null
  readonly daysToFull: number | null
  readonly fullAt: string | null
  readonly confidence: 'none' | 'low' | 'fair' | 'good'
  readonly samples: number
  readonly spanHours: number
  /** Removed by cleanups in that time, and not counted as shrinking. */
  readonly freedBytes: number
  /** Restored from the trash in that time, and not counted as growth. */
  readonly restoredBytes: number
  /** What the estimate is based on and what it leaves out. */
  readonly words: string
}

/** Growth within one day says little about the next; half a week of it does. */
const FAIR = { samples: 4, spanMs: DAY_MS }
const GOOD = { samples: 12, spanMs: 3 * DAY_MS }

export function forecastFull(
  samples: readonly StorageSample[],
  freeBytes: number | null,
  nowMs: number,
): DiskForecast {
  const perDay = growthPerDay(samples, nowMs).totalPerDay
  const basis = growthBasis(samples, nowMs)
  const days = daysToFull(freeBytes, perDay)
  const confidence = perDay === null ? 'none' : confidenceOf(basis)
  return {
    growthBytesPerDay: perDay,
    daysToFull: days,
    fullAt: days === null || freeBytes === null ? null : toIso(nowMs + days * DAY_MS),
    confidence,
    samples: basis.samples,
    spanHours: Math.round((basis.spanMs / HOUR_MS) * 10) / 10,
    freedBytes: basis.freedBytes,
    restoredBytes: basis.restoredBytes,
    words: describeForecast(confidence, basis, perDay, freeBytes),
  }
}

export type GrowthBasis = ReturnType<typeof growthBasis>

function confidenceOf({ samples, spanMs }: GrowthBasis): DiskForecast['confidence'] {
  if (samples >= GOOD.samples && spanMs >= GOOD.spanMs) return 'good'
  return samples >= FAIR.samples && spanMs >= FAIR.spanMs ? 'fair' : 'low'
}
