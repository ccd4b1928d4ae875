import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../../shared/time.ts'
import { aSample } from '../../../testing/watch/light-samples.ts'
import { BurnMemory, emptyMinute } from '../burn/burn-memory.ts'
import { createFalling, type Disk, fallingOf, fillingOf, hoursLeft } from './time-to-full.ts'

const DISK: Disk = { total: 100e9, device: 1 }
const LOST_PER_MINUTE = 1e6

/** One point per minute with the same loss each. Returns the last result. */
function after(minutes: number, diskAt: (minute: number) => Disk): number | null {
  const falling = createFalling()
  let perHour: number | null = null
  for (let minute = 0; minute < minutes; minute += 1)
    perHour = falling.note(50e9 - minute * LOST_PER_MINUTE, diskAt(minute), minute * MINUTE_MS).perHour
  return perHour
}

describe('how fast a disk fills', () => {
  it.each<[name: string, diskAt: (minute: number) => Disk, isKnown: boolean]>([
    ['the same disk', () => DISK, true],
    ['a total that varies a little', (minute) => ({ ...DISK, total: 100e9 + (minute % 7) * 1e8 }), true],
    [
      'a total that creeps up to twice its size',
      (minute) => ({ ...DISK, total: 100e9 * 1.04 ** minute }),
      true,
    ],
    ['another disk of the same size', (minute) => ({ ...DISK, device: minute < 20 ? 1 : 2 }), false],
    [
      'the same disk made a tenth larger',
      (minute) => ({ ...DISK, total: minute < 20 ? 100e9 : 110e9 }),
      false,
    ],
    [
      'a disk whose device number is sometimes unknown',
      (minute) => ({ ...DISK, device: minute % 3 === 0 ? null : 1 }),
      true,
    ],
    [
      'another disk after samples with an unknown device number',
      (minute) => ({ ...DISK, device: minute < 20 ? 1 : minute < 22 ? null : 2 }),
      false,
    ],
  ])('%s', (_, diskAt, isKnown) => {
    const perHour = after(30, diskAt)
    if (isKnown) expect(perHour).toBeCloseTo(60 * LOST_PER_MINUTE, 0)
    else expect(perHour).toBeNull()
  })
})

it('the page and the incident agree, whatever a backup used and returned', () => {
  const free = Array.from(
    { length: 60 },
    (_, minute) => 6e9 - minute * 2e7 - (minute > 20 && minute < 40 ? 3e9 : 0),
  )
  const minutes = free.map((freeBytes, at) => ({ ...emptyMinute(at), freeBytes }))
  const { perHour } = fallingOf(free.map((one, at) => ({ atMs: at * MINUTE_MS, free: one })))
  const left = free.at(-1) ?? 0
  expect(fillingOf(minutes, left).hoursToFull).toBeCloseTo(hoursLeft(left, perHour ?? 0), 1)
  expect(perHour).toBeCloseTo((2e7 * HOUR_MS) / MINUTE_MS, -8)
})

it('free space of another disk is dropped, and the other minutes stay', () => {
  const memory = new BurnMemory()
  const takeSample = (minute: number, device: number | null) =>
    memory.add(aSample({ atMs: minute * MINUTE_MS, device }), 1)
  for (let minute = 1; minute <= 20; minute += 1) takeSample(minute, minute === 7 ? null : 1)
  expect(memory.minutes.filter(({ freeBytes }) => freeBytes !== null)).toHaveLength(20)
  takeSample(21, 2)
  expect(memory.minutes).toHaveLength(21)
  expect(memory.minutes.filter(({ freeBytes }) => freeBytes !== null)).toHaveLength(1)
})
