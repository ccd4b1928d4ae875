/** Rows and files are read at different times. Each number is used while its own source is fresh. */
import { expect, it } from 'vitest'
import { HOUR_MS } from '../../../shared/time.ts'
import { createWorld, takeSample } from '../../../testing/watch/world.ts'
import { freshValue } from './fresh-value.ts'

const sample = takeSample(createWorld())
const aged = (rowsMs: number, filesMs: number) => ({
  ...sample,
  heavy:
    sample.heavy === null
      ? null
      : { ...sample.heavy, atMs: sample.atMs - rowsMs, filesAtMs: sample.atMs - filesMs },
})

it.each([
  ['both fresh', 0, 0, [true, true]],
  ['rows too old', 3 * HOUR_MS, 0, [false, true]],
  ['files too old', 0, 3 * HOUR_MS, [true, false]],
])('%s', (_, rowsMs, filesMs, expected) => {
  const known = aged(rowsMs, filesMs)
  for (const part of ['leakedSessions', 'flushCalls', 'cronRunsLastHour'] as const)
    expect(freshValue(known, part) !== null).toBe(expected[0])
  for (const part of ['temporaryPackBytes', 'logBytes'] as const)
    expect(freshValue(known, part) !== null).toBe(expected[1])
})
