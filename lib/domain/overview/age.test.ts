import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../shared/time.ts'
import { AGE_LABELS, ageBucketIndex } from './age.ts'

it.each([
  [-HOUR_MS, '<1h'],
  [0, '<1h'],
  [HOUR_MS - 1, '<1h'],
  [HOUR_MS, '1-6h'],
  [6 * HOUR_MS - 1, '1-6h'],
  [6 * HOUR_MS, '6-24h'],
  [DAY_MS, '1-7d'],
  [7 * DAY_MS, '7-30d'],
  [30 * DAY_MS, '30-90d'],
  [90 * DAY_MS - 1, '30-90d'],
  [90 * DAY_MS, '>90d'],
])('an age of %i ms belongs to the bucket %s', (ageMs, label) => {
  expect(AGE_LABELS[ageBucketIndex(ageMs)]).toBe(label)
})
