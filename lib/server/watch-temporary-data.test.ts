import { expect, it } from 'vitest'
import { HOUR_MS, SECOND_MS } from '../shared/time.ts'
import { checkEveryMs } from './watch-temporary-data.ts'

it('restarts that move nothing become rare', () => {
  expect([0, 1, 2, 20, 2_000].map(checkEveryMs)).toEqual([
    10 * SECOND_MS,
    20 * SECOND_MS,
    40 * SECOND_MS,
    HOUR_MS,
    HOUR_MS,
  ])
})
