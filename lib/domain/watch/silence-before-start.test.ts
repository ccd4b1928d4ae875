import { expect, it } from 'vitest'
import { MINUTE_MS } from '../../shared/time.ts'
import type { CounterSample } from '../home/sample.ts'
import { silenceBeforeStart } from './silence-before-start.ts'

const NOW_MS = 1_790_000_000_000

/** Minutes ago, with the newest row and the tokens at that time. */
type Note = readonly [minutesAgo: number, lastMessageId: number | null, inputTokens: number | null]

const sampleOf = ([minutesAgo, lastMessageId, inputTokens]: Note): CounterSample => ({
  atMs: NOW_MS - minutesAgo * MINUTE_MS,
  inputTokens,
  outputTokens: 10,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  sessions: 1,
  openSessions: 0,
  lastMessageId,
  databaseBytes: 1,
  walBytes: 0,
  freeBytes: 1,
})

type Quiet = { minutes: number; isSure: boolean; countedAt: number[] }

function quiet(notes: readonly Note[]): Quiet | null {
  const before = silenceBeforeStart(notes.map(sampleOf), NOW_MS)
  if (before === null) return null
  const countedAt = before.countedMs.map((ms) => ms / MINUTE_MS)
  return { minutes: before.quietMs / MINUTE_MS, isSure: before.isSure, countedAt }
}

it.each<[name: string, notes: Note[], expected: Quiet | null]>([
  ['no stored samples', [], null],
  [
    'starts at the last new row and lists the minutes in which tokens were counted',
    [
      [5, 6, 100],
      [4, 7, 110],
      [3, 7, 110],
      [2, 7, 130],
      [1, 7, 150],
    ],
    { minutes: 3, isSure: true, countedAt: [2, 3] },
  ],
  [
    'without a new row in the samples, the start is unknown',
    [
      [3, 7, 110],
      [2, 7, 130],
    ],
    { minutes: 1, isSure: false, countedAt: [1] },
  ],
  [
    'a new row restarts it',
    [
      [4, 7, 110],
      [3, 7, 130],
      [2, 8, 140],
      [1, 8, 150],
    ],
    { minutes: 1, isSure: true, countedAt: [1] },
  ],
  [
    'unwatched minutes do not count, whatever rose in them',
    [
      [30, 6, 100],
      [29, 7, 110],
      [28, 7, 110],
      [5, 7, 900],
      [4, 7, 900],
    ],
    { minutes: 2, isSure: true, countedAt: [] },
  ],
  [
    'a sample that could not be read is no new row, and no proof that none came',
    [
      [5, 6, 100],
      [4, 7, 110],
      [3, null, null],
      [2, 7, null],
      [1, 7, 140],
    ],
    { minutes: 0, isSure: true, countedAt: [] },
  ],
  [
    'unknown if Steward was not running until now',
    [
      [25, 6, 100],
      [24, 7, 110],
      [23, 7, 130],
    ],
    null,
  ],
  [
    'samples from the future are ignored',
    [
      [2, 6, 100],
      [1, 7, 110],
      [-1, 9, 120],
    ],
    { minutes: 0, isSure: true, countedAt: [] },
  ],
])('%s', (_, notes, expected) => expect(quiet(notes)).toEqual(expected))
