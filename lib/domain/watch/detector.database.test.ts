/** The database, its WAL and heavy samples as tables: what happens for how long, and what is reported when. */
import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import { type Act, type Case, heavyOf, reported } from '../../testing/watch/cases.ts'
import { play } from '../../testing/watch/field-incidents.ts'
import { incidentLog } from '../../testing/watch/replay.ts'
import { createWorld, STEP_MS, type World } from '../../testing/watch/world.ts'
import type { Fault } from '../home/fault.ts'

describe('the WAL', () => {
  const cases: Case[] = [
    [
      'is an incident while it grows past its limit, not because of its size',
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
      'that grew once and stays large is no incident',
      (world) => {
        world.walBytes = 3.2e9
        return undefined
      },
      2 * HOUR_MS,
      0,
      [],
    ],
  ]
  it.each(cases)('%s', (...one) => expect(reported(one)).toEqual(one[4]))
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
    lasting('damaged in three consecutive samples', { code: 'db-malformed', detail: 'x' }, [
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
      'replaced while no process has it open',
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
      'a deleted file held by another process for 15 seconds',
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
      'a deleted file seen once is no incident, even if later samples repeat it',
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
      'while it is unknown whether a file is deleted, incidents stay open and none opens',
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
      'a deleted file held by Steward, or unknown holders, are no incident',
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
  it.each(cases)('%s', (...one) => expect(reported(one)).toEqual(one[4]))

  it('that never existed means a new home, not an incident', () => {
    const world = createWorld()
    world.fault = { code: 'db-missing' }
    expect(incidentLog(play(() => undefined, HOUR_MS, { world }))).toEqual([])
  })
})

describe('heavy samples', () => {
  const heavy =
    (part: Partial<NonNullable<World['heavy']>>, untilMs = HOUR_MS): Act =>
    (world, atMs) => {
      const defaults = heavyOf()
      world.heavy = atMs < untilMs ? { ...defaults, ...part } : defaults
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
      'flushes due, and a restart between two samples, recognized by the new gateway process',
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
  it.each(cases)('%s', (...one) => expect(reported(one)).toEqual(one[4]))
})
