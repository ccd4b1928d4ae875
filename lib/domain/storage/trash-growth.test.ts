/** Filling, emptying and restoring Steward's trash is neither growth nor shrinking, for any class. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../shared/time.ts'
import type { StorageSample } from '../home/sample.ts'
import { biggestGrower } from '../watch/home-signs.ts'
import { forecastFull } from './forecast.ts'
import { growthPerDay } from './growth.ts'
import type { StorageClass } from './storage.ts'

const NOW = 1_790_000_000_000
const GB = 1_000_000_000
const PER_HOUR = 10_000_000
const HOURS = 6 * 24

type Bytes = Readonly<Partial<Record<StorageClass, number>>>

/** One sample per hour over six days. `wasOld`: until this hour, the trash counted as `unknown`. */
const hourly = (classesAt: (hour: number) => Bytes & { readonly trash: number }, wasOld = -1) =>
  Array.from({ length: HOURS + 1 }, (_, hour): StorageSample => {
    const { trash, ...classes } = classesAt(hour)
    return {
      atMs: NOW - (HOURS - hour) * HOUR_MS,
      classes:
        hour <= wasOld ? { ...classes, unknown: (classes.unknown ?? 0) + trash } : { ...classes, trash },
    }
  })

const from = (hour: number, at: number, bytes: number) => (hour >= at ? bytes : 0)

describe.each([
  ['when the trash was known all the time', -1],
  ['when it counted as unknown until after the cleanup', 60],
  ['when it counted as unknown until the newest sample', HOURS - 1],
  ['when it counted as unknown until the cleanup', 49],
])('%s', (_, wasOld) => {
  const moved = 5 * GB
  const growing = (trashAt: (hour: number) => number) =>
    hourly(
      (hour) => ({
        transcripts: 8 * GB + hour * PER_HOUR - from(hour, 50, moved),
        logs: GB,
        unknown: 3_000_000,
        yours: GB,
        trash: trashAt(hour),
      }),
      wasOld,
    )

  it('a cleanup to the trash changes neither growth nor forecast', () => {
    const samples = growing((hour) => from(hour, 50, moved))
    const { totalPerDay, byClass } = growthPerDay(samples, NOW)
    expect(totalPerDay).toBeGreaterThan(PER_HOUR * 24 * 0.97)
    expect(totalPerDay).toBeLessThanOrEqual(PER_HOUR * 24)
    expect(byClass).toEqual({ transcripts: totalPerDay, logs: 0, unknown: 0, yours: 0 })
    const { freedBytes, restoredBytes, samples: counted } = forecastFull(samples, 10 * GB, NOW)
    expect({ restoredBytes, counted }).toEqual({ restoredBytes: 0, counted: HOURS + 1 })
    expect(Math.abs(freedBytes - moved)).toBeLessThanOrEqual(PER_HOUR)
  })

  it('emptying it later is no shrinking', () => {
    const before = growthPerDay(
      growing((hour) => from(hour, 50, moved)),
      NOW,
    )
    expect(
      growthPerDay(
        growing((hour) => from(hour, 50, moved) - from(hour, 100, moved)),
        NOW,
      ),
    ).toEqual(before)
  })
})

it.each([
  ['a cleanup too small to be told by its size', 40_000_000],
  ['a large one', 900_000_000],
])('%s and its restore leave a home that grows evenly as it was', (_, bytes) => {
  const samples = hourly((hour) => ({
    'cron-output': 4 * GB - from(hour, 30, bytes) + from(hour, 90, bytes),
    logs: GB + hour * PER_HOUR,
    trash: from(hour, 30, bytes) - from(hour, 90, bytes),
  }))
  const { byClass } = growthPerDay(samples, NOW)
  expect(byClass['cron-output']).toBe(0)
  expect(byClass.logs).toBe(PER_HOUR * 24)
  const { freedBytes, restoredBytes, words } = forecastFull(samples, GB, NOW)
  expect([freedBytes, restoredBytes]).toEqual([bytes, bytes])
  expect(words).toMatch(/without the .+ that were cleaned away and the .+ that were restored in that time/)
})

it('growth in the hour in which the trash is emptied still counts', () => {
  const samples = hourly((hour) => ({
    logs: GB + hour * PER_HOUR,
    trash: 5 * GB - from(hour, 70, 5 * GB),
  }))
  expect(growthPerDay(samples, NOW)).toEqual({ totalPerDay: PER_HOUR * 24, byClass: { logs: PER_HOUR * 24 } })
  expect(forecastFull(samples, GB, NOW)).toMatchObject({ freedBytes: 0, restoredBytes: 0 })
})

it('plugins that counted as unknown before are growth of no class', () => {
  const samples = hourly(() => ({ unknown: 5_000_000, yours: GB, trash: 0 })).map((sample, hour) =>
    hour <= 80 ? { ...sample, classes: { unknown: 505_000_000, yours: GB - 500_000_000 } } : sample,
  )
  expect(growthPerDay(samples, NOW)).toEqual({ totalPerDay: 0, byClass: { unknown: 0, yours: 0 } })
  expect(forecastFull(samples, GB, NOW).freedBytes).toBe(0)
})

it('the trash is never what grew most', () => {
  const samples = hourly((hour) => ({ logs: GB + hour, transcripts: GB, trash: hour * GB }))
  expect(biggestGrower(samples, NOW)).toMatchObject({ label: 'Logs' })
})

type Event = { readonly kind: 'trash' | 'restore' | 'empty'; readonly class: 0 | 1; readonly bytes: number }

it('whatever is moved, restored and emptied, a home that does not grow has no growth', () => {
  const events = fc.array(
    fc.record<Event>({
      kind: fc.constantFrom('trash', 'restore', 'empty'),
      class: fc.constantFrom(0, 1),
      bytes: fc.integer({ min: 1, max: 900_000_000 }),
    }),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(events, fc.integer({ min: 1, max: 4 * HOUR_MS }), (some, stepMs) => {
      const state = { classes: [2 * GB, 2 * GB] as [number, number], trash: GB }
      const samples: StorageSample[] = [sampleOf(state, NOW - 6 * DAY_MS)]
      for (const [index, event] of some.entries()) {
        apply(state, event)
        samples.push(sampleOf(state, NOW - 6 * DAY_MS + (index + 1) * stepMs))
      }
      samples.push(sampleOf(state, NOW))
      expect(growthPerDay(samples, NOW)).toEqual({
        totalPerDay: 0,
        byClass: { transcripts: 0, checkpoints: 0, unknown: 0 },
      })
    }),
  )
})

function apply(state: { classes: [number, number]; trash: number }, { kind, class: at, bytes }: Event): void {
  const moved = Math.min(bytes, kind === 'trash' ? state.classes[at] : state.trash)
  if (kind !== 'empty') state.classes[at] += kind === 'trash' ? -moved : moved
  state.trash += kind === 'trash' ? moved : -moved
}

const sampleOf = (
  { classes: [transcripts, checkpoints], trash }: { classes: [number, number]; trash: number },
  atMs: number,
): StorageSample => ({ atMs, classes: { transcripts, checkpoints, unknown: 7_000, trash } })
