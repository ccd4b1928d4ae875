import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../../shared/time.ts'
import type { CounterSample } from '../../home/sample.ts'
import { burnByMinute } from './earlier-burn.ts'
import { restoreBurn } from './restore-burn.ts'

const NOW_MS = Date.UTC(2026, 10, 15, 14, 32)

const sample = (agoMs: number, input: number | null, more: Partial<CounterSample> = {}): CounterSample => ({
  atMs: NOW_MS - agoMs,
  inputTokens: input,
  outputTokens: input === null ? null : 0,
  cacheReadTokens: input === null ? null : 0,
  cacheWriteTokens: input === null ? null : 0,
  sessions: 1,
  openSessions: 0,
  lastMessageId: null,
  databaseBytes: 1,
  walBytes: 2,
  freeBytes: 3,
  costUsd: null,
  ...more,
})

const restored = (samples: readonly CounterSample[]) => restoreBurn(samples, NOW_MS, 5_000)
const steps = (samples: readonly CounterSample[]) =>
  restored(samples).points.map(({ tokens }) => tokens?.input ?? null)

describe('the last hour', () => {
  it('is the rise from sample to sample', () => {
    expect(steps([sample(15_000, 100), sample(10_000, 130), sample(5_000, 130), sample(0, 150)])).toEqual([
      null,
      30,
      0,
      20,
    ])
  })

  it('is zero between two distant samples, because every change is stored at once', () => {
    expect(steps([sample(20_000, 100), sample(0, 140)])).toEqual([null, 0, 0, 0, 40])
  })

  it('has a gap where Steward was not watching', () => {
    expect(steps([sample(600_000, 100), sample(5_000, 9_000), sample(0, 9_001)])).toEqual([null, null, 1])
  })

  it('ignores a counter that fell, and is unknown where one could not be read', () => {
    expect(steps([sample(15_000, 500), sample(10_000, 20), sample(5_000, null), sample(0, 30)])).toEqual([
      null,
      0,
      null,
      null,
    ])
  })

  it('leaves out samples from the future and those older than an hour', () => {
    expect(steps([sample(HOUR_MS + 5_000, 1), sample(HOUR_MS + 1, 2), sample(-5_000, 3)])).toEqual([])
  })
})

describe('the last two hours', () => {
  it('are summed by minute, with messages, cost, space and WAL', () => {
    const { minutes } = restored([
      sample(5 * MINUTE_MS, 0, { lastMessageId: 10, costUsd: 1 }),
      sample(4 * MINUTE_MS, 50, { lastMessageId: 14, costUsd: 1.5 }),
      sample(4 * MINUTE_MS - 5_000, 60, { lastMessageId: 15, costUsd: 1.5, freeBytes: 9 }),
    ])
    expect(minutes).toMatchObject([
      { tokens: { input: 0 }, messages: 0, costUsd: null, unpriced: false },
      { tokens: { input: 60 }, messages: 5, costUsd: 0.5, unpriced: true, freeBytes: 9, walBytes: 2 },
    ])
  })
})

describe('an earlier hour by minute', () => {
  const fromMs = NOW_MS - 4 * MINUTE_MS
  it.each([
    [
      'spreads a rise over the time it took',
      [sample(240_000, 0), sample(120_000, 200)],
      [100, 100, null, null],
    ],
    [
      'adds up within a minute',
      [sample(240_000, 0), sample(210_000, 10), sample(180_000, 40)],
      [40, null, null, null],
    ],
    ['is unknown without samples', [], [null, null, null, null]],
    ['is unknown during a long gap', [sample(HOUR_MS, 0), sample(0, 5_000)], [null, null, null, null]],
    [
      'counts a decrease as no use',
      [sample(240_000, 900), sample(180_000, 100), sample(120_000, 160)],
      [0, 60, null, null],
    ],
    [
      'skips a sample that could not be read',
      [sample(240_000, 0), sample(180_000, null), sample(120_000, 20)],
      [10, 10, null, null],
    ],
  ])('%s', (_, samples, expected) => {
    expect(burnByMinute(samples, fromMs, 4)).toEqual(expected)
  })
})
