/** When the disk will be full at the current growth of this home, and how reliable that is. */
import { formatBytes, formatPlural } from '../../shared/numbers.ts'
import { DAY_MS, formatAge, HOUR_MS, toIso } from '../../shared/time.ts'
import type { StorageSample } from '../home/sample.ts'
import { daysToFull, growthBasis, growthPerDay } from './growth.ts'

export type DiskForecast = {
  readonly growthBytesPerDay: number | null
  readonly daysToFull: number | null
  readonly fullAt: string | null
  readonly confidence: 'none' | 'low' | 'fair' | 'good'
  readonly samples: number
  readonly spanHours: number
  /** Removed by cleanups in that time, and not counted as shrinking. */
  readonly freedBytes: number
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
    words: describeForecast(confidence, basis, perDay, freeBytes),
  }
}

type Basis = ReturnType<typeof growthBasis>

function confidenceOf({ samples, spanMs }: Basis): DiskForecast['confidence'] {
  if (samples >= GOOD.samples && spanMs >= GOOD.spanMs) return 'good'
  return samples >= FAIR.samples && spanMs >= FAIR.spanMs ? 'fair' : 'low'
}

function describeForecast(
  confidence: DiskForecast['confidence'],
  { samples, spanMs, freedBytes }: Basis,
  perDay: number | null,
  freeBytes: number | null,
): string {
  if (confidence === 'none') {
    if (samples === 0) return 'Not measured yet: Steward has not sampled this home.'
    if (samples === 1)
      return 'Not measured yet: one sample so far, and growth needs two at least six hours apart.'
    return `Not measured yet: ${formatPlural(samples, 'sample')} within ${formatAge(spanMs)}, and growth needs six hours.`
  }
  const cleaned =
    freedBytes === 0 ? '' : `, without the ${formatBytes(freedBytes)} that were cleaned away in that time`
  const from = `Measured from ${formatPlural(samples, 'sample')} over ${formatAge(spanMs)}${cleaned}`
  const trust = {
    low: `${from}: a hint, not a trend.`,
    fair: `${from}: a first trend.`,
    good: `${from}.`,
  }[confidence]
  if (freeBytes === null) return `${trust} How much of the disk is free could not be read.`
  if (perDay !== null && perDay <= 0) return `${trust} This home does not grow.`
  return `${trust} It counts the growth of this home alone; whatever else writes to this disk comes on top.`
}
