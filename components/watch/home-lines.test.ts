import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '@/lib/shared/time'
import { SEEN_MS } from '@/lib/testing/examples/example-watch'
import { signLines } from './words'

describe('the lines about the home', () => {
  const signs = {
    schema: 26,
    flushesAtStart: false,
    grower: { label: 'Checkpoints', bytes: 1_200_000_000, overMs: HOUR_MS },
    starts: { count: 3, sinceMs: SEEN_MS - HOUR_MS, lastMs: SEEN_MS - 5 * MINUTE_MS },
    search: { rebuilt: 0.25, stale: false },
    routesToEnded: 2,
  } as const

  it('each is one line, and problems are marked as warnings', () => {
    expect(signLines(signs, SEEN_MS)).toEqual([
      { name: 'Grew most', value: 'Checkpoints, +1.20 GB in 1 h', isWarning: false },
      { name: 'Gateway starts', value: '3 in the last hour, last 5 min ago', isWarning: true },
      { name: 'Search index', value: 'rebuilt now, 25 % done', isWarning: false },
      { name: 'Routes to ended sessions', value: '2', isWarning: true },
      { name: 'Hermes', value: 'schema 26, no flush at start', isWarning: false },
      { name: 'Whole-file check', value: 'not taken by Steward', isWarning: false },
    ])
  })

  it('unknown values are shown as unknown', () => {
    const unknown = {
      schema: null,
      flushesAtStart: null,
      grower: null,
      starts: null,
      search: null,
      routesToEnded: null,
    }
    const values = signLines(unknown, SEEN_MS).map(({ value }) => value)
    expect(values.slice(0, 5)).toEqual([
      'unknown until two walks',
      'unknown',
      'unknown',
      'unknown',
      'schema unknown',
    ])
  })

  it('a gateway that started before Steward shows its age', () => {
    const starts = { count: 0, sinceMs: SEEN_MS - MINUTE_MS, lastMs: SEEN_MS - 5 * HOUR_MS }
    expect(
      signLines({ ...signs, starts, schema: 8, flushesAtStart: true }, SEEN_MS).map(({ value }) => value),
    ).toEqual(expect.arrayContaining(['last 5 h ago', 'schema 8, flushes at each start']))
  })
})
