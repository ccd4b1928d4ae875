import { describe, expect, it } from 'vitest'
import type { ClassOverview, DiskOverview } from '@/lib/domain/overview/overview'
import { exampleOverview } from '@/lib/testing/examples/example-overview'
import { byteTick, diskModel } from './disk-model'
import { diskTitle } from './words'

const { disk, seenAt } = exampleOverview()
const model = (rangeDays: number, change: Partial<DiskOverview> = {}) =>
  diskModel({ ...disk, ...change }, rangeDays, seenAt)

const one = (change: Partial<ClassOverview>): ClassOverview => ({
  id: 'state-db',
  bytes: 2e9,
  apparentBytes: 2e9,
  files: 1,
  reclaimableBytes: 0,
  growthBytesPerDay: null,
  ...change,
})

describe('diskModel', () => {
  it.each([
    [7, 8],
    [30, 31],
    [90, 90],
  ])('keeps the samples of the last %d days', (days, points) => {
    expect(model(days)?.samples).toHaveLength(points)
  })

  it('sorts samples by time and adds up each one', () => {
    const samples = model(30, { history: disk.history.toReversed() })?.samples ?? []
    expect(samples.map((sample) => sample.atMs)).toEqual(
      samples.map((sample) => sample.atMs).toSorted((a, b) => a - b),
    )
    expect(samples.at(-1)?.total).toBeCloseTo(17_714_910_000)
  })

  it('labels samples with day and time if the history is short', () => {
    const history = [
      { at: '2026-11-15T02:00:00.000Z', classes: { wal: 1 } },
      { at: '2026-11-15T14:00:00.000Z', classes: { wal: 2 } },
    ]
    expect(model(30, { history })?.ticks.map((tick) => tick.label)).toEqual([
      '15 Nov 02:00',
      '15 Nov 06:00',
      '15 Nov 10:00',
      '15 Nov 14:00',
    ])
  })

  it('shows the current values as a table while there is only one sample', () => {
    const single = model(30, { history: disk.history.slice(-1) })
    expect(single?.table.head).toEqual(['Class', 'On disk', 'Apparent', 'Files', 'Reclaimable'])
    expect(single?.table.foot?.slice(0, 2)).toEqual(['Home', '17.7 GB'])
    expect(single?.ticks).toEqual([])
  })

  it('shows unknown instead of zero for a class that a sample lacks', () => {
    const history = [
      { at: '2026-11-14T14:00:00.000Z', classes: { checkpoints: 5e9 } },
      { at: '2026-11-15T14:00:00.000Z', classes: { checkpoints: 6e9, wal: 0 } },
    ]
    const table = model(30, { history })?.table
    const wal = table?.head.indexOf('WAL') ?? -1
    expect(table?.rows.map((row) => row.cells[wal])).toEqual(['0 B', 'unknown'])
  })

  it('keeps the palette order whatever the order of the classes', () => {
    const shuffled = model(30, { classes: disk.classes.toReversed() })
    expect(shuffled?.classes.map((entry) => entry.key)).toEqual(model(30)?.classes.map((entry) => entry.key))
  })

  it('is unknown before the first measurement', () => {
    expect(model(30, { homeBytes: null })).toBeNull()
  })
})

describe('diskTitle', () => {
  it.each([
    [one({}), 'The state db is 2.00 GB of 4.00 GB'],
    [one({ growthBytesPerDay: 5e6 }), 'The state db is 2.00 GB of 4.00 GB and grows 5.00 MB a day'],
    [one({ id: 'logs', growthBytesPerDay: -5e6 }), 'Logs are 2.00 GB of 4.00 GB and shrink 5.00 MB a day'],
    [one({ bytes: 0 }), 'Nothing is stored in this home'],
  ])('names the largest class: %#', (largest, title) => {
    expect(diskTitle({ classes: [largest], homeBytes: 4e9 })).toBe(title)
  })
})

describe('byteTick', () => {
  it.each([
    [0, '0'],
    [5e9, '5 GB'],
    [20e9, '20 GB'],
    [2.5e6, '2.5 MB'],
    [100e6, '100 MB'],
  ])('formats round numbers without trailing zeros: %d', (bytes, text) => {
    expect(byteTick(bytes)).toBe(text)
  })
})
