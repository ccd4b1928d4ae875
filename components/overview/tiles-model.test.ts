import { describe, expect, it } from 'vitest'
import type { Overview } from '@/lib/domain/overview/overview'
import { exampleOverview } from '@/lib/testing/examples/example-overview'
import { overviewTiles, type Tile } from './tiles-model'

const shown = (tile: Tile | undefined) =>
  tile && [
    tile.value,
    tile.unit,
    tile.detail.map((phrase) => phrase.figure + phrase.words).join(''),
    tile.warning,
  ]

const tiles = (change: Partial<Overview> = {}) => overviewTiles(exampleOverview(change)).map(shown)

const { disk, burn } = exampleOverview()

describe('overviewTiles', () => {
  it('shows used space, days to full, open sessions and burn', () => {
    expect(tiles()).toEqual([
      ['17.7', 'GB', '13.4 GB reclaimable, 76 %', null],
      ['6', 'd', '1.86 GB free, +310 MB a day', 'The disk fills soon'],
      ['887', 'of 3,049', '861 leaked, 26 live', null],
      ['184 K', 'tokens/min', 'Yesterday at this time: 5.93 K', 'Far above the same time yesterday'],
    ])
  })

  it('shows unknown with a reason, never zero, for anything that was not read', () => {
    const values = tiles({
      sessions: null,
      disk: { ...disk, homeBytes: null, growthBytesPerDay: null, daysToFull: null, freeBytes: null },
      burn: { tokensPerMinute: null, yesterdayPerMinute: null },
    })
    expect(values).toEqual([
      ['unknown', '', 'Not counted yet.', null],
      ['unknown', '', 'growth needs a second count', null],
      ['unknown', '', 'Sessions could not be read.', null],
      ['unknown', '', 'Measured within seconds', null],
    ])
  })

  it.each([
    [{ daysToFull: 0.3 }, ['<1', 'd', '1.86 GB free, +310 MB a day', 'The disk fills soon']],
    [{ daysToFull: 400 }, ['400', 'd', '1.86 GB free, +310 MB a day', null]],
    [
      { daysToFull: null, growthBytesPerDay: -2e6 },
      ['not growing', '', '1.86 GB free, −2.00 MB a day', null],
    ],
    [{ daysToFull: null, growthBytesPerDay: 0 }, ['not growing', '', '1.86 GB free, no growth', null]],
    [{ freeBytes: 0 }, ['0', 'd', 'No space is left.', 'The disk is full']],
  ])('describes every forecast: %o', (change, expected) => {
    expect(tiles({ disk: { ...disk, ...change } })[1]).toEqual(expected)
  })

  it.each([
    [{ yesterdayPerMinute: null }, ['184 K', 'tokens/min', 'No data yet for yesterday', null]],
    [{ yesterdayPerMinute: 0 }, ['184 K', 'tokens/min', 'Yesterday at this time: 0', null]],
    [{ tokensPerMinute: 0 }, ['0', 'tokens/min', 'Yesterday at this time: 5.93 K', null]],
  ])('compares burn only with measured values: %o', (change, expected) => {
    expect(tiles({ burn: { ...burn, ...change } })[3]).toEqual(expected)
  })
})
