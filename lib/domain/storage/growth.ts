/** Growth measured from samples of the last days, or null. Never guessed. */
import { DAY_MS, HOUR_MS } from '../../shared/time.ts'
import type { StorageSample } from '../home/sample.ts'
import { excludeCleanups, type WithoutCleanups } from './exclude-cleanups.ts'
import { STORAGE_CLASSES, type StorageClass } from './storage.ts'

export type Growth = {
  readonly totalPerDay: number | null
  readonly byClass: Readonly<Partial<Record<StorageClass, number>>>
}

/** What Hermes and its users write. The trash is Steward's own, and filling or emptying it is no growth. */
export const GROWING_CLASSES = STORAGE_CLASSES.filter((id) => id !== 'trash')

const GROWTH_WINDOW_MS = 7 * DAY_MS
const GROWTH_MIN_SPAN_MS = 6 * HOUR_MS

/**
 * Bytes per day by least squares over the last seven days, without cleanups, restores and the trash. Needs two samples
 * at least six hours apart.
 */
export function growthPerDay(samples: readonly StorageSample[], nowMs: number): Growth {
  const { samples: recent } = recentSamples(samples, nowMs)
  const newest = recent.at(-1)
  if (newest === undefined) return { totalPerDay: null, byClass: {} }

  const counted = GROWING_CLASSES.filter((id) => newest.classes[id] !== undefined)
  const byClass: Partial<Record<StorageClass, number>> = {}
  for (const id of counted) {
    const slope = slopePerDay(pointsOf(recent, [id]))
    if (slope !== null) byClass[id] = slope
  }
  return { totalPerDay: counted.length === 0 ? null : slopePerDay(pointsOf(recent, counted)), byClass }
}

/** What the growth is based on: the number of samples, their time span, and what was cleaned up or restored meanwhile. */
export function growthBasis(
  samples: readonly StorageSample[],
  nowMs: number,
): Pick<WithoutCleanups, 'freedBytes' | 'restoredBytes'> & {
  readonly samples: number
  readonly spanMs: number
} {
  const { samples: recent, freedBytes, restoredBytes } = recentSamples(samples, nowMs)
  const newest = recent.at(-1)
  const counted = GROWING_CLASSES.filter((id) => newest?.classes[id] !== undefined)
  const points = pointsOf(recent, counted)
  const spanMs = (points.at(-1)?.atMs ?? 0) - (points[0]?.atMs ?? 0)
  return { samples: points.length, spanMs, freedBytes, restoredBytes }
}

const recentSamples = (samples: readonly StorageSample[], nowMs: number): WithoutCleanups =>
  excludeCleanups(
    samples
      .filter(({ atMs }) => atMs > nowMs - GROWTH_WINDOW_MS && atMs <= nowMs)
      .sort((a, b) => a.atMs - b.atMs),
  )

/** Beyond two years, a day count is meaningless. */
export const FAR_DAYS = 2 * 365

/** Every page warns from here on. */
const SOON_DAYS = 14

export const isFullSoon = (days: number | null): boolean => days !== null && days <= SOON_DAYS

/** Whole days, with one decimal below ten; null if unknown or not growing. */
export function daysToFull(freeBytes: number | null, perDay: number | null): number | null {
  if (freeBytes === null || perDay === null || !(perDay > 0)) return null
  const days = Math.max(0, freeBytes) / perDay
  return days < 10 ? Math.round(days * 10) / 10 : Math.round(days)
}

type Point = { readonly atMs: number; readonly value: number }

/** A sample without a class that the newest one has would look like growth, so it is left out. */
const pointsOf = (samples: readonly StorageSample[], classes: readonly StorageClass[]): Point[] =>
  samples.flatMap((sample) => {
    let value = 0
    for (const id of classes) {
      const bytes = sample.classes[id]
      if (bytes === undefined) return []
      value += bytes
    }
    return [{ atMs: sample.atMs, value }]
  })

function slopePerDay(points: readonly Point[]): number | null {
  const first = points[0]
  const last = points.at(-1)
  if (first === undefined || last === undefined || last.atMs - first.atMs < GROWTH_MIN_SPAN_MS) return null
  const days = points.map(({ atMs }) => (atMs - first.atMs) / DAY_MS)
  const values = points.map(({ value }) => value - first.value)
  const meanDays = mean(days)
  const meanValue = mean(values)
  let covariance = 0
  let variance = 0
  for (const [i, day] of days.entries()) {
    covariance += (day - meanDays) * ((values[i] ?? 0) - meanValue)
    variance += (day - meanDays) ** 2
  }
  // Avoids -0, which would be shown with a minus sign.
  return Math.round(covariance / variance) || 0
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
