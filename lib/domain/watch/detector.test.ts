/** Every rule as a table: what goes on for how long, and what is told when. */
import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../shared/time.ts'
import { play } from '../../testing/watch/field-incidents.ts'
import { linesOf } from '../../testing/watch/replay.ts'
import { createWorld, type Doing, STEP_MS, type World } from '../../testing/watch/world.ts'
import type { Fault } from '../fault.ts'
import { USUAL_LIMITS, type WatchLimits } from './limits.ts'

type Act = Parameters<typeof play>[0]
type Case = readonly [name: string, act: Act, forMs: number, afterMs: number, expected: readonly string[]]

const told = ([, act, forMs, after]: Case, limits?: WatchLimits, world?: World): string[] =>
  linesOf(play(act, forMs, { after, ...(world === undefined ? {} : { world }) }), limits)

const doing =
  (what: Readonly<Record<string, Doing>>, everyMs = STEP_MS): Act =>
  (_, atMs) =>
    atMs % everyMs === 0 ? { doing: what } : undefined

const tokens = (perMinute: number, everyMs = STEP_MS) => ({ input: (perMinute * everyMs) / MINUTE_MS })

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
      'a dip between two calls does not start the two minutes anew',
      doing({ s: { tokens: { cacheRead: 41_000 } } }, 45 * SECOND_MS),
      10 * MINUTE_MS,
      10 * MINUTE_MS,
      ['0:03:45 runaway-session opened warn', '0:12:40 runaway-session closed warn'],
    ],
    [
      'a turn a person asked for is its work for five minutes, then a runaway like any other',
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
      'ten times the limit is a runaway though a person just spoke',
      doing({ s: { userMessages: 1, messages: 2, tokens: tokens(600_000) } }),
      4 * MINUTE_MS,
      0,
      ['0:02:55 runaway-session opened critical'],
    ],
    [
      'a job has nobody waiting: its own prompt is no word from a person',
      doing({ s: { source: 'cron', userMessages: 1, messages: 2, tokens: tokens(60_000) } }),
      4 * MINUTE_MS,
      0,
      ['0:02:55 runaway-session opened warn'],
    ],
    [
      'what people write is not counted as pace',
      doing({ s: { messages: 20, userMessages: 19 } }),
      MINUTE_MS,
      0,
      [],
    ],
    [
      'hundreds of messages in one look are a copy, not a pace',
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
      'nine times is waiting',
      doing({ s: { messages: 1, repeats: 9 } }, 30 * SECOND_MS),
      10 * MINUTE_MS,
      0,
      [],
    ],
  ]
  it.each(cases)('%s', (...one) => expect(told(one)).toEqual(one[4]))
})

describe('a session over its limits', () => {
  const limits: WatchLimits = {
    ...USUAL_LIMITS,
    session: { ...USUAL_LIMITS.session, tokens: 20_000 },
    overrides: {
      'source:telegram': { messages: 50 },
      'source:cron': { messages: 5 },
      'job:j1': { messages: 80 },
    },
  }
  const slowly = 10 * SECOND_MS
  const cases: Case[] = [
    [
      'by the limit of its source, and kept for two hours after it last moved',
      doing({ s: { messages: 1 } }, slowly),
      10 * MINUTE_MS,
      3 * HOUR_MS,
      ['0:08:30 session-over-limits opened warn', '2:14:55 session-over-limits closed warn'],
    ],
    [
      'the job outranks the source',
      doing({ c: { messages: 1, source: 'cron', cronJobId: 'j1' } }, slowly),
      15 * MINUTE_MS,
      0,
      ['0:13:30 session-over-limits opened warn'],
    ],
    [
      'its token budget counts fresh input and output alone',
      doing({ s: { source: 'cli', messages: 1, tokens: { input: 100, cacheRead: 4_000 } } }, slowly),
      HOUR_MS,
      0,
      ['0:33:30 session-over-limits opened warn'],
    ],
    [
      'a slow loop without a person is over its limit, and no runaway',
      (_, atMs) =>
        atMs % MINUTE_MS === 0
          ? { doing: { s: { messages: 1, source: 'cli', iterationsSinceUser: atMs / MINUTE_MS } } }
          : undefined,
      100 * MINUTE_MS,
      10 * MINUTE_MS,
      ['1:31:00 session-over-limits opened warn', '1:46:55 session-over-limits closed warn'],
    ],
  ]
  it.each(cases)('%s', (...one) => expect(told(one, limits)).toEqual(one[4]))

  it('by a transcript larger than the limit, once its session moves', () => {
    const world = createWorld()
    world.heavy = {
      ...(world.heavy ?? never()),
      largeFiles: [{ sessionId: 's', name: 'session_s.json', bytes: 12e6 }],
    }
    const one: Case = ['', doing({ s: { messages: 1 } }, 5 * MINUTE_MS), 5 * MINUTE_MS, 0, []]
    expect(told(one, USUAL_LIMITS, world)).toEqual(['0:05:00 session-over-limits opened warn'])
  })
})

describe('burn above its budget', () => {
  const four = (perMinute: number): Readonly<Record<string, Doing>> =>
    Object.fromEntries(['a', 'b', 'c', 'd'].map((id) => [id, { messages: 1, tokens: tokens(perMinute / 4) }]))
  const budgets: WatchLimits = { ...USUAL_LIMITS, tokensPerHour: 1_000_000, usdPerDay: 5 }
  const cases: Case[] = [
    [
      'of a minute, by several runs of which none is over it alone',
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
      'of a day in money, at least what is known of it',
      (_, atMs) =>
        atMs % MINUTE_MS === 0 ? { doing: { a: { costUsd: 0.1 }, b: { costUsd: null } } } : undefined,
      HOUR_MS,
      0,
      ['0:51:00 burn-over-budget opened warn'],
    ],
  ]
  it.each(cases)('%s', (...one) => expect(told(one, budgets)).toEqual(one[4]))
})

describe('room that runs out', () => {
  const fall =
    (bytesPerHour: (atMs: number) => number): Act =>
    (world, atMs) => {
      world.freeBytes -= (bytesPerHour(atMs) * STEP_MS) / HOUR_MS
      return undefined
    }
  const cases: Case[] = [
    ['a disk that fills in nine hours is not told', fall(() => 6e9), HOUR_MS, 0, []],
    [
      'below eight hours it warns, between 8 and 48 it stays, and it closes when it no longer fills',
      fall((atMs) => (atMs < 90 * MINUTE_MS ? 8e9 : atMs < 5 * HOUR_MS ? 1.4e9 : 0)),
      7 * HOUR_MS,
      0,
      ['0:45:00 disk-filling opened warn', '5:34:55 disk-filling closed warn'],
    ],
    [
      'a burst that fills it within the hour does not wait for the hour',
      fall(() => 80e9),
      30 * MINUTE_MS,
      0,
      ['0:09:00 disk-filling opened critical'],
    ],
    [
      'nothing free is critical at once, and stays until there is room again',
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
      'a file system that counts no inodes has none to run out of',
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
  it.each(cases)('%s', (...one) => expect(told(one)).toEqual(one[4]))
})

describe('writes that do not arrive', () => {
  const cases: Case[] = [
    [
      'a turn in flight for twenty minutes, the gateway at work, nothing written; one row ends it',
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
      'a turn in flight without a trace of the gateway is not told: nobody knows whether it works',
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
      'a quiet night with a chatty log is a quiet night',
      (world, atMs) => {
        if (atMs % MINUTE_MS === 0) world.gateway.activeMs = world.nowMs
        return undefined
      },
      9 * HOUR_MS,
      0,
      [],
    ],
  ]
  it.each(cases)('%s', (...one) => expect(told(one)).toEqual(one[4]))
})

describe('the write-ahead log', () => {
  const cases: Case[] = [
    [
      'is told while it grows past its limit, not for its size',
      (world, atMs) => {
        if (atMs <= HOUR_MS) world.walBytes = 200e6 + (atMs / MINUTE_MS) * 20e6
        return undefined
      },
      3 * HOUR_MS,
      0,
      [
        '0:11:00 wal-growing opened warn',
        '0:46:15 wal-growing escalated critical',
        '1:30:55 wal-growing closed critical',
      ],
    ],
    [
      'that jumped once and stays large is no incident',
      (world) => {
        world.walBytes = 3.2e9
        return undefined
      },
      2 * HOUR_MS,
      0,
      [],
    ],
  ]
  it.each(cases)('%s', (...one) => expect(told(one)).toEqual(one[4]))
})

describe('the database', () => {
  const broken =
    (fault: Fault): Act =>
    (world, atMs) => {
      world.fault = atMs < 5 * MINUTE_MS ? fault : null
      return undefined
    }
  const forMs = 10 * MINUTE_MS
  const lasting = (name: string, fault: Fault, expected: readonly string[]): Case => [
    name,
    broken(fault),
    forMs,
    0,
    expected,
  ]
  const cases: Case[] = [
    lasting('damaged at three looks on end', { code: 'db-malformed', detail: 'x' }, [
      '0:00:15 database-malformed opened critical',
      '0:05:55 database-malformed closed critical',
    ]),
    lasting('only zeros', { code: 'db-zeroed' }, [
      '0:00:15 database-malformed opened critical',
      '0:05:55 database-malformed closed critical',
    ]),
    lasting('locked for half a minute, then for two', { code: 'db-locked', waitedMs: 250 }, [
      '0:00:35 database-locked opened warn',
      '0:02:05 database-locked escalated critical',
      '0:05:55 database-locked closed critical',
    ]),
    lasting('vanished', { code: 'db-missing' }, [
      '0:00:15 database-gone opened critical',
      '0:05:55 database-gone closed critical',
    ]),
    lasting('vanished with its home', { code: 'home-missing', path: '/h' }, [
      '0:00:15 database-gone opened critical',
      '0:05:55 database-gone closed critical',
    ]),
    lasting('not readable for a minute', { code: 'db-unreadable', detail: 'EACCES' }, [
      '0:01:05 database-gone opened warn',
      '0:05:55 database-gone closed warn',
    ]),
    lasting('become a link', { code: 'db-symlink' }, [
      '0:00:15 database-replaced opened critical',
      '0:05:55 database-replaced closed critical',
    ]),
    [
      'replaced under a running gateway',
      (world, atMs) => {
        if (atMs === MINUTE_MS) world.identity = '2049:999:b2'
        return undefined
      },
      30 * MINUTE_MS,
      0,
      ['0:01:00 database-replaced opened critical', '0:16:55 database-replaced closed critical'],
    ],
    [
      'replaced while nobody holds it',
      (world, atMs) => {
        world.gateway.running = false
        world.holders = []
        if (atMs === MINUTE_MS) world.identity = '2049:999:b2'
        return undefined
      },
      30 * MINUTE_MS,
      0,
      ['0:01:00 database-replaced opened warn', '0:16:55 database-replaced closed warn'],
    ],
    [
      'a deleted file in somebody’s hands for 15 seconds',
      (world, atMs) => {
        world.holders = [
          { pid: 7, command: 'hermes', startedMs: 0, deletedInode: atMs < HOUR_MS, self: false },
        ]
        return undefined
      },
      65 * MINUTE_MS,
      0,
      ['0:00:20 deleted-inode-held opened critical', '1:00:55 deleted-inode-held closed critical'],
    ],
    [
      'one glimpse of a deleted file, repeated until it is asked again, is none',
      (world, atMs) => {
        world.holders = [
          { pid: 7, command: 'hermes', startedMs: 0, deletedInode: atMs < MINUTE_MS, self: false },
        ]
        world.holdersAskedMs = atMs < MINUTE_MS ? 1 : 2
        return undefined
      },
      5 * MINUTE_MS,
      0,
      [],
    ],
    [
      'where the system does not say whether a file is deleted, what is open stays and nothing opens',
      (world, atMs) => {
        const deletedInode = atMs < MINUTE_MS ? true : atMs < HOUR_MS ? null : false
        world.holders = [{ pid: 7, command: 'hermes', startedMs: 0, deletedInode, self: false }]
        return undefined
      },
      65 * MINUTE_MS,
      0,
      ['0:00:20 deleted-inode-held opened critical', '1:01:00 deleted-inode-held closed critical'],
    ],
    [
      'a deleted file in our own hands, or holders nobody could see, are not told',
      (world, atMs) => {
        const self = { pid: 7, command: 'node', startedMs: 0, deletedInode: true, self: true }
        world.holders = atMs % MINUTE_MS === 0 ? null : [self]
        return undefined
      },
      HOUR_MS,
      0,
      [],
    ],
  ]
  it.each(cases)('%s', (...one) => expect(told(one)).toEqual(one[4]))

  it('that was never there is a new home, not an incident', () => {
    const world = createWorld()
    world.fault = { code: 'db-missing' }
    expect(linesOf(play(() => undefined, HOUR_MS, { world }))).toEqual([])
  })
})

describe('what the heavy looks find', () => {
  const heavy =
    (part: Partial<NonNullable<World['heavy']>>, untilMs = HOUR_MS): Act =>
    (world, atMs) => {
      const usual = createWorld().heavy ?? never()
      world.heavy = atMs < untilMs ? { ...usual, ...part } : usual
      return undefined
    }
  const cases: Case[] = [
    [
      'more cron runs than the limit',
      heavy({ cronRunsLastHour: 300 }),
      2 * HOUR_MS,
      0,
      ['0:15:00 cron-flood opened critical', '1:04:55 cron-flood closed critical'],
    ],
    ['just at the limit', heavy({ cronRunsLastHour: 120 }), 2 * HOUR_MS, 0, []],
    [
      'flushes due at a restart too quick to be seen as one: the gateway is another process',
      (world, atMs) => {
        heavy({ flushCalls: 30, flushesOnRestart: 30 }, 3 * HOUR_MS)(world, atMs, STEP_MS)
        world.gateway.process = atMs < HOUR_MS ? '812:1' : '812:2'
        return undefined
      },
      2 * HOUR_MS,
      0,
      [
        '0:15:00 flush-storm-due opened warn',
        '1:00:00 flush-storm-due escalated critical',
        '1:15:55 flush-storm-due eased warn',
      ],
    ],
    ['a handful of flushes', heavy({ flushCalls: 9, flushesOnRestart: 9 }), 2 * HOUR_MS, 0, []],
    ['a pack of a gigabyte that was there before', heavy({ temporaryPackBytes: 0.4e9 }), 2 * HOUR_MS, 0, []],
    [
      'a crash that leaves twenty sessions open',
      heavy({ leakedSessions: 50 }, 9 * HOUR_MS),
      4 * HOUR_MS,
      0,
      ['0:15:00 leak-rate-rising opened warn', '3:15:55 leak-rate-rising closed warn'],
    ],
  ]
  it.each(cases)('%s', (...one) => expect(told(one)).toEqual(one[4]))
})

function never(): never {
  throw new Error('a made world has heavy looks')
}
