import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '@/lib/shared/time'
import { pauseEffect, pauseLine, stampWords } from './words'

const NOW = Date.UTC(2026, 10, 15, 7, 30)
const stamp = (atMs: number) => stampWords(atMs, NOW)

it.each([
  [null, null, null, 'Hermes paused'],
  [NOW - HOUR_MS, null, null, 'Hermes paused since 06:30'],
  [NOW - HOUR_MS, NOW + HOUR_MS, 'backup', 'Hermes paused since 06:30 · until 08:30 · backup'],
  [NOW - DAY_MS, null, 'backup', 'Hermes paused since 14 Nov 07:30 · backup'],
  [null, Date.UTC(2099, 0, 1), null, 'Hermes paused · until 1 Jan 2099'],
])('only what is known is said: %j %j %j', (sinceMs, untilMs, reason, line) => {
  expect(pauseLine({ sinceMs, untilMs, reason }, stamp)).toBe(line)
})

it.each([
  ['home', 0, 'No new cron runs or chat turns. Running work continues.'],
  ['home', 1, 'No new cron runs or chat turns. Running work continues. 1 user can still start chat turns.'],
  [
    'root',
    0,
    'No new cron runs or chat turns. Running work continues. Applies to all profiles of this root.',
  ],
] as const)('running work is mentioned, and who may start new work: %s %d', (by, allowedUsers, words) => {
  expect(pauseEffect({ by, allowedUsers })).toBe(words)
})
