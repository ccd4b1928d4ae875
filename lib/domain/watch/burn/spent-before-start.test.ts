import { expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../../shared/time.ts'
import type { CounterSample } from '../../home/sample.ts'
import { spentBeforeStart } from './spent-before-start.ts'

const NOW_MS = 1_790_000_000_000

const sample = (
  agoMs: number,
  inputTokens: number | null,
  change: Partial<CounterSample> = {},
): CounterSample => ({
  atMs: NOW_MS - agoMs,
  inputTokens,
  outputTokens: 10,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  sessions: 1,
  openSessions: 0,
  lastMessageId: 5,
  databaseBytes: 1,
  walBytes: 0,
  freeBytes: 1,
  costUsd: null,
  ...change,
})

const spent = (...samples: CounterSample[]) => {
  const { steps, wholeMs } = spentBeforeStart(samples, NOW_MS)
  return { tokens: steps.map(({ agoMs, fresh }) => [agoMs / MINUTE_MS, fresh]), minutes: wholeMs / MINUTE_MS }
}

it.each<[name: string, samples: CounterSample[], expected: ReturnType<typeof spent>]>([
  ['no stored samples', [], { tokens: [], minutes: 0 }],
  [
    'what rose between two samples was spent before the later one',
    [sample(3 * MINUTE_MS, 100), sample(2 * MINUTE_MS, 150), sample(0, 155)],
    {
      tokens: [
        [2, 50],
        [0, 5],
      ],
      minutes: 3,
    },
  ],
  [
    'a restart of some minutes is no gap',
    [sample(20 * MINUTE_MS, 100), sample(11 * MINUTE_MS, 130), sample(2 * MINUTE_MS, 170)],
    {
      tokens: [
        [11, 30],
        [2, 40],
      ],
      minutes: 20,
    },
  ],
  [
    'a longer gap: its increase is not counted, and the complete time starts after it',
    [sample(5 * HOUR_MS, 100), sample(5 * HOUR_MS - MINUTE_MS, 110), sample(MINUTE_MS, 900_000)],
    { tokens: [[299, 10]], minutes: 1 },
  ],
  [
    'a gap up to now leaves no complete time',
    [sample(2 * HOUR_MS, 100), sample(2 * HOUR_MS - MINUTE_MS, 110)],
    { tokens: [[119, 10]], minutes: 0 },
  ],
  [
    'a sample that could not be read is no gap',
    [sample(3 * MINUTE_MS, 100), sample(2 * MINUTE_MS, null), sample(MINUTE_MS, 160)],
    { tokens: [[1, 60]], minutes: 3 },
  ],
  [
    'a lower message id means another database',
    [sample(3 * MINUTE_MS, 100), sample(2 * MINUTE_MS, 9_000, { lastMessageId: 1 }), sample(0, 9_010)],
    { tokens: [[0, 10]], minutes: 3 },
  ],
])('%s', (_, samples, expected) => expect(spent(...samples)).toEqual(expected))

it('cost counts only if both samples have one', () => {
  const { steps } = spentBeforeStart(
    [
      sample(3 * MINUTE_MS, 1, { costUsd: null }),
      sample(2 * MINUTE_MS, 2, { costUsd: 4 }),
      sample(MINUTE_MS, 3, { costUsd: 4.5 }),
    ],
    NOW_MS,
  )
  expect(steps.map(({ usd }) => usd)).toEqual([0, 0.5])
})
