/** Age buckets. The lower bound belongs to the bucket. */
import { DAY_MS, HOUR_MS } from '../../shared/time.ts'

export const AGE_LABELS = ['<1h', '1-6h', '6-24h', '1-7d', '7-30d', '30-90d', '>90d'] as const
export type AgeLabel = (typeof AGE_LABELS)[number]

const LOWER_BOUNDS_MS = [0, HOUR_MS, 6 * HOUR_MS, DAY_MS, 7 * DAY_MS, 30 * DAY_MS, 90 * DAY_MS]

/** A time in the future counts as fresh, because it proves no age. */
export function ageBucketIndex(ageMs: number): number {
  let index = 0
  while (index + 1 < LOWER_BOUNDS_MS.length && ageMs >= (LOWER_BOUNDS_MS[index + 1] ?? Infinity)) index += 1
  return index
}
