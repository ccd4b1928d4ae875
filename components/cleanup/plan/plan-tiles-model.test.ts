import { expect, test } from 'vitest'
import type { Disposition } from '@/lib/domain/plan/action'
import { examplePlan } from '@/lib/testing/examples/example-plan'
import { forecastOf } from './forecast-model'
import { planTiles } from './plan-tiles-model'

const { disk, totals } = examplePlan()
const tilesOf = (disposition: Disposition, change: Partial<Parameters<typeof planTiles>[0]> = {}) =>
  planTiles({ disk, go: totals.act, disposition, trashDays: 3, ...change })

test('pruning moves the day on which the disk is full', () => {
  const [, , days] = tilesOf('delete')
  expect(days).toMatchObject({ value: { value: '6' }, after: { value: '37', unit: 'd' } })
})

test('trash frees nothing now, and says so when it outlasts the disk', () => {
  const [now, later] = tilesOf('trash')
  expect(now).toMatchObject({ value: { value: '0', unit: 'B' }, detail: 'trash is on this disk' })
  expect(later).toMatchObject({ label: 'Frees in 3 d', value: { value: '9.65', unit: 'GB' } })
  const [, tooLate] = tilesOf('trash', { trashDays: 7 })
  expect(tooLate).toMatchObject({ detail: '7 d outlasts the disk', isWarning: true })
  const [, never] = tilesOf('trash', { trashDays: null })
  expect(never?.detail).toBe('when you empty the trash')
})

test('unmeasured values are unknown, and a disk without growth never fills up', () => {
  const unknown = tilesOf('delete', { disk: { freeBytes: 1e9, growthBytesPerDay: null } })[2]
  expect(unknown?.value.value).toBe('unknown')
  const still = tilesOf('delete', { disk: { freeBytes: 1e9, growthBytesPerDay: 0 } })[2]
  expect(still?.value.value).toBe('not growing')
})

test('both lines of the chart end at zero, and there is no chart without growth', () => {
  const forecast = forecastOf(disk, 9.65e9, 'delete', 3)
  expect(forecast?.lines.without.at(-1)?.y2).toBe(100)
  expect(forecast?.lines.with.at(-1)).toMatchObject({ x2: forecast?.fullAt.with, y2: 100 })
  expect(forecastOf({ ...disk, growthBytesPerDay: null }, 9e9, 'delete', 3)).toBeNull()
  expect(forecastOf(disk, 0, 'delete', 3)).toBeNull()
  expect(forecastOf(disk, 9e9, 'trash', null)).toBeNull()
})
