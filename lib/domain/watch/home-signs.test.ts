import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import { biggestGrower, flushesAtStart, searchSign, startsOf } from './home-signs.ts'

const NOW_MS = Date.UTC(2026, 10, 16, 12)
const walk = (agoMs: number, classes: Record<string, number>) => ({ atMs: NOW_MS - agoMs, classes })

describe('the largest growth', () => {
  it.each([
    ['one scan proves nothing', [walk(0, { logs: 5 })], null],
    ['two scans within a minute prove nothing', [walk(MINUTE_MS, { logs: 1 }), walk(0, { logs: 5 })], null],
    [
      'the last hour comes first',
      [
        walk(20 * HOUR_MS, { logs: 0, wal: 1 }),
        walk(45 * MINUTE_MS, { logs: 900, wal: 1 }),
        walk(0, { logs: 900, wal: 7 }),
      ],
      { label: 'WAL', bytes: 6, overMs: 45 * MINUTE_MS },
    ],
    [
      'if nothing grew within the hour, the day is used',
      [walk(20 * HOUR_MS, { logs: 100 }), walk(45 * MINUTE_MS, { logs: 900 }), walk(0, { logs: 900 })],
      { label: 'Logs', bytes: 800, overMs: 20 * HOUR_MS },
    ],
    ['what shrinks did not grow', [walk(40 * MINUTE_MS, { logs: 900 }), walk(0, { logs: 1 })], 'none'],
    [
      'a class counted for the first time did not grow from nothing',
      [walk(40 * MINUTE_MS, {}), walk(0, { logs: 900 })],
      'none',
    ],
    ['older than a day does not count', [walk(2 * DAY_MS, { logs: 1 }), walk(0, { logs: 900 })], null],
  ])('%s', (_, samples, grower) => {
    expect(biggestGrower(samples, NOW_MS)).toEqual(grower)
  })
})

it('only observed gateway starts are counted, but the last one is always known', () => {
  const before = NOW_MS - 3 * HOUR_MS
  expect(startsOf([before], NOW_MS - MINUTE_MS, NOW_MS)).toMatchObject({ count: 0, lastMs: before })
  const three = [before, NOW_MS - 50 * MINUTE_MS, NOW_MS - MINUTE_MS]
  expect(startsOf(three, before, NOW_MS)).toEqual({
    count: 2,
    sinceMs: NOW_MS - HOUR_MS,
    lastMs: NOW_MS - MINUTE_MS,
  })
  expect(startsOf([], NOW_MS, NOW_MS)).toEqual({ count: 0, sinceMs: NOW_MS, lastMs: null })
})

it('the rebuild with the least progress is shown', () => {
  const notes = {
    storageVersion: 2,
    optimiseOffered: false,
    stale: false,
    cjkStale: false,
    generation: null,
    lastVacuumMs: null,
  }
  const rebuilds = [
    { name: 'fts_rebuild', done: 90, upTo: 100 },
    { name: 'fts_cjk_rebuild', done: 10, upTo: 40 },
  ]
  expect(searchSign({ ...notes, rebuilds })).toEqual({ rebuilt: 0.25, stale: false })
  expect(searchSign({ ...notes, rebuilds: [], cjkStale: true })).toEqual({ rebuilt: null, stale: true })
})

it('only versions before 25 April 2026 flush at each start', () => {
  expect([8, 9, 30, null].map(flushesAtStart)).toEqual([true, false, false, null])
})
