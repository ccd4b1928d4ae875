/** A cron job at its usual work and the same job out of control: what is reported, and when. */
import { expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../shared/time.ts'
import { type Act, type Case, reported } from '../../testing/watch/cases.ts'

/** A run that reads its context from the cache with every call. */
const run =
  (perMinute: number, everyMs: number, typicalTokens?: number): Act =>
  (_, atMs) =>
    atMs % everyMs === 0
      ? {
          doing: {
            run: {
              source: 'cron',
              cronJobId: 'j1',
              messages: 2,
              apiCalls: 1,
              tokens: { cacheRead: (perMinute * everyMs) / MINUTE_MS },
              ...(typicalTokens === undefined ? {} : { typicalTokens }),
            },
          },
        }
      : undefined

const CALL_MS = 20 * SECOND_MS
const cases: Case[] = [
  [
    'three minutes at 90 K a minute by a job that always does so are no incident',
    run(90_000, CALL_MS, 270_000),
    3 * MINUTE_MS,
    10 * MINUTE_MS,
    [],
  ],
  [
    'the same by a job without earlier runs',
    run(90_000, CALL_MS),
    3 * MINUTE_MS,
    10 * MINUTE_MS,
    ['0:02:40 runaway-session opened warn', '0:05:55 runaway-session closed warn'],
  ],
  [
    'the same by a job that usually uses little',
    run(90_000, CALL_MS, 60_000),
    3 * MINUTE_MS,
    10 * MINUTE_MS,
    ['0:02:40 runaway-session opened warn', '0:05:55 runaway-session closed warn'],
  ],
  [
    'above twice its usual use, a job is a runaway like any other',
    run(90_000, CALL_MS, 270_000),
    20 * MINUTE_MS,
    0,
    ['0:08:20 runaway-session opened warn'],
  ],
  [
    '22 M tokens in 2 h by such a job are reported within 3 minutes',
    run(22_000_000 / 120, 10 * SECOND_MS, 270_000),
    HOUR_MS,
    0,
    ['0:02:50 runaway-session opened critical'],
  ],
  [
    '4.04 M tokens in 77 min by a job that usually uses little are reported as early as by any other',
    run(4_040_000 / 77, 25 * SECOND_MS, 40_000),
    HOUR_MS,
    0,
    ['0:03:20 runaway-session opened warn'],
  ],
  [
    'the same by a job that usually uses much is reported nine minutes later',
    run(4_040_000 / 77, 25 * SECOND_MS, 270_000),
    HOUR_MS,
    0,
    ['0:12:30 runaway-session opened warn'],
  ],
]

it.each(cases)('%s', (...one) => expect(reported(one)).toEqual(one[4]))
