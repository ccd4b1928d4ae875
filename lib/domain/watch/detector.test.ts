/** Sessions, burn, space and rows as tables: what happens for how long, and what is reported when. */
import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../shared/time.ts'
import { type Act, type Case, doing, heavyOf, reported, tokens } from '../../testing/watch/cases.ts'
import { createWorld, type Doing, STEP_MS } from '../../testing/watch/world.ts'
import { DEFAULT_LIMITS, type WatchLimits } from './limits/limits.ts'

describe('a runaway session', () => {
  const cases: Case[] = [
    [
      'one call of a million tokens is no runaway',
      doing({ s: { tokens: { input: 1e6 } } }, 10 * MINUTE_MS),
      20 * MINUTE_MS,
      0,
      [],
    ],
    ['at the limit is not over it', doing({ s: { tokens: tokens(50_000) } }), 30 * MINUTE_MS, 0, []],
    [
      'a dip between two calls does not restart the two minutes',
      doing({ s: { tokens: { cacheRead: 41_000 } } }, 45 * SECOND_MS),
      10 * MINUTE_MS,
      10 * MINUTE_MS,
      ['0:03:45 runaway-session opened warn', '0:12:40 runaway-session closed warn'],
    ],
    [
      'a turn a person asked for is normal for five minutes, then a runaway',
      (_, atMs) =>
        atMs % (20 * SECOND_MS) === 0
          ? {
              doing: {
                s: {
                  userMessages: atMs === 20 * SECOND_MS ? 1 : 0,
                  messages: 2,
                  tokens: { cacheRead: 32_000 },
                },
              },
            }
          : undefined,
      10 * MINUTE_MS,
      10 * MINUTE_MS,
      ['0:07:20 runaway-session opened warn', '0:12:55 runaway-session closed warn'],
    ],
    [
      'ten times the limit is a runaway even right after a person’s message',
      doing({ s: { userMessages: 1, messages: 2, tokens: tokens(600_000) } }),
      4 * MINUTE_MS,
      0,
      ['0:02:55 runaway-session opened critical'],
    ],
    [
      'the prompt of a cron job does not count as a person’s message',
      doing({ s: { source: 'cron', userMessages: 1, messages: 2, tokens: tokens(60_000) } }),
      4 * MINUTE_MS,
      0,
      ['0:02:55 runaway-session opened warn'],
    ],
    [
      'messages by people do not count toward the message rate',
      doing({ s: { messages: 20, userMessages: 19 } }),
      MINUTE_MS,
      0,
      [],
    ],
    [
      'hundreds of messages in one sample are a copy, not a rate',
      doing({ s: { messages: 400 } }, 20 * MINUTE_MS),
      40 * MINUTE_MS,
      0,
      [],
    ],
    [
      'the same call ten times in a row',
      doing({ s: { messages: 1, repeats: 10, repeatedCall: 'ls' } }, 30 * SECOND_MS),
      2 * MINUTE_MS,
      10 * MINUTE_MS,
      ['0:00:30 runaway-session opened warn', '0:04:55 runaway-session closed warn'],
    ],
    [
      'the same call nine times is no runaway',
      doing({ s: { messages: 1, repeats: 9 } }, 30 * SECOND_MS),
      10 * MINUTE_MS,
      0,
      [],
    ],
  ]
  it.each(cases)('%s', (...one) => expect(reported(one)).toEqual(one[4]))
})

describe('a session over its limits', () => {
  const limits: WatchLimits = {
    ...DEFAULT_LIMITS,
    session: { ...DEFAULT_LIMITS.session, tokens: 20_000 },
    overrides: {
      'source:telegram': { messages: 50 },
      'source:cron': { messages: 5 },
      'job:j1': { messages: 80 },
    },
  }
  const slowly = 10 * SECOND_MS
  const cases: Case[] = [
    [
      'over the limit of its source, and open until two hours after its last activity',
      doing({ s: { messages: 1 } }, slowly),
      10 * MINUTE_MS,
      3 * HOUR_MS,
      ['0:08:30 session-over-limits opened warn', '2:14:55 session-over-limits closed warn'],
    ],
    [
      'a job’s limit overrides its source’s',
      doing({ c: { messages: 1, source: 'cron', cronJobId: 'j1' } }, slowly),
      15 * MINUTE_MS,
      0,
      ['0:13:30 session-over-limits opened warn'],
    ],
    [
      'its token budget counts only fresh input and output',
      doing({ s: { source: 'cli', messages: 1, tokens: { input: 100, cacheRead: 4_000 } } }, slowly),
      HOUR_MS,
      0,
      ['0:33:30 session-over-limits opened warn'],
    ],
    [
      'a slow loop without a person is over its limit, but no runaway',
      (_, atMs) =>
        atMs % MINUTE_MS === 0
          ? { doing: { s: { messages: 1, source: 'cli', iterationsSinceUser: atMs / MINUTE_MS } } }
          : undefined,
      100 * MINUTE_MS,
      10 * MINUTE_MS,
      ['1:31:00 session-over-limits opened warn', '1:46:55 session-over-limits closed warn'],
    ],
  ]
  it.each(cases)('%s', (...one) => expect(reported(one, limits)).toEqual(one[4]))

  it('is reported for a large transcript once the session is active', () => {
    const world = createWorld()
    world.heavy = {
      ...heavyOf(world),
      largeFiles: [{ sessionId: 's', name: 'session_s.json', bytes: 12e6 }],
    }
    const one: Case = ['', doing({ s: { messages: 1 } }, 5 * MINUTE_MS), 5 * MINUTE_MS, 0, []]
    expect(reported(one, DEFAULT_LIMITS, world)).toEqual(['0:05:00 session-over-limits opened warn'])
  })
})

describe('burn over budget', () => {
  const four = (perMinute: number): Readonly<Record<string, Doing>> =>
    Object.fromEntries(['a', 'b', 'c', 'd'].map((id) => [id, { messages: 1, tokens: tokens(perMinute / 4) }]))
  const budgets: WatchLimits = { ...DEFAULT_LIMITS, tokensPerHour: 1_000_000, usdPerDay: 5 }
  const cases: Case[] = [
    [
      'of a minute, by several runs that are each below it',
      doing(four(80_000)),
      10 * MINUTE_MS,
      10 * MINUTE_MS,
      ['0:02:35 burn-over-budget opened warn', '0:15:40 burn-over-budget closed warn'],
    ],
    [
      'of an hour',
      doing(four(25_000)),
      HOUR_MS,
      2 * HOUR_MS,
      ['0:38:35 burn-over-budget opened warn', '1:34:55 burn-over-budget closed warn'],
    ],
    [
      'of a day in dollars, by known costs',
      (_, atMs) =>
        atMs % MINUTE_MS === 0 ? { doing: { a: { costUsd: 0.1 }, b: { costUsd: null } } } : undefined,
      HOUR_MS,
      0,
      ['0:51:00 burn-over-budget opened warn'],
    ],
  ]
  it.each(cases)('%s', (...one) => expect(reported(one, budgets)).toEqual(one[4]))
})

describe('space running out', () => {
  const fall =
    (bytesPerHour: (atMs: number) => number): Act =>
    (world, atMs) => {
      world.freeBytes -= (bytesPerHour(atMs) * STEP_MS) / HOUR_MS
      return undefined
    }
  const cases: Case[] = [
    ['a disk that fills in nine hours is no incident', fall(() => 6e9), HOUR_MS, 0, []],
    [
      'it warns below 8 hours, stays open between 8 and 48, and closes when the disk stops filling',
      fall((atMs) => (atMs < 90 * MINUTE_MS ? 8e9 : atMs < 5 * HOUR_MS ? 1.4e9 : 0)),
      7 * HOUR_MS,
      0,
      ['0:45:00 disk-filling opened warn', '5:34:55 disk-filling closed warn'],
    ],
    [
      'a burst that would fill it within the hour is detected early',
      fall(() => 80e9),
      30 * MINUTE_MS,
      0,
      ['0:09:00 disk-filling opened critical'],
    ],
    [
      'no free space is critical at once, until there is space again',
      (world, atMs) => {
        world.freeBytes = atMs <= 5 * MINUTE_MS ? 0 : atMs <= 30 * MINUTE_MS ? 50e6 : 60e9
        return undefined
      },
      40 * MINUTE_MS,
      2 * HOUR_MS,
      ['0:00:05 disk-filling opened critical', '0:35:00 disk-filling closed critical'],
    ],
    [
      'inodes run out like bytes',
      (world) => {
        world.freeInodes = Math.max(0, (world.freeInodes ?? 0) - 3_000)
        return undefined
      },
      3 * HOUR_MS,
      0,
      ['0:29:00 inodes-filling opened warn', '2:15:05 inodes-filling escalated critical'],
    ],
    [
      'a file system without an inode count is no incident',
      (world) => {
        world.freeInodes = 0
        world.totalInodes = 0
        return undefined
      },
      HOUR_MS,
      0,
      [],
    ],
  ]
  it.each(cases)('%s', (...one) => expect(reported(one)).toEqual(one[4]))
})

describe('stalled writes', () => {
  const cases: Case[] = [
    [
      'a turn in progress for 20 minutes, gateway active, nothing written; one row closes it',
      (world, atMs) => {
        world.gateway.activeAgents = atMs < 70 * MINUTE_MS ? 1 : 0
        if (atMs % MINUTE_MS === 0) world.gateway.activeMs = world.nowMs
        return atMs === 70 * MINUTE_MS ? { doing: { s: { messages: 1 } } } : undefined
      },
      75 * MINUTE_MS,
      0,
      [
        '0:20:05 writes-stalled opened warn',
        '1:00:05 writes-stalled escalated critical',
        '1:10:55 writes-stalled closed critical',
      ],
    ],
    [
      'a turn in progress without a sign of the gateway is no incident, because its state is unknown',
      (world) => {
        world.gateway.activeAgents = 1
        return undefined
      },
      2 * HOUR_MS,
      0,
      [],
    ],
    [
      'tokens counted for 45 minutes and no row',
      (world, atMs) => {
        if (atMs % MINUTE_MS === 0) world.totals = { ...world.totals, input: world.totals.input + 1_000 }
        return undefined
      },
      2.5 * HOUR_MS,
      0,
      ['0:45:00 newest-row-frozen opened warn', '2:00:00 newest-row-frozen escalated critical'],
    ],
    [
      'a quiet night with a busy log is no incident',
      (world, atMs) => {
        if (atMs % MINUTE_MS === 0) world.gateway.activeMs = world.nowMs
        return undefined
      },
      9 * HOUR_MS,
      0,
      [],
    ],
  ]
  it.each(cases)('%s', (...one) => expect(reported(one)).toEqual(one[4]))
})
