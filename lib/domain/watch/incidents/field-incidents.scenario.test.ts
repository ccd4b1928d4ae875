/** Real incidents replayed from their numbers, with the moment of detection. */
import { describe, expect, it } from 'vitest'
import * as field from '../../../testing/watch/field-incidents.ts'
import { incidentLog } from '../../../testing/watch/replay.ts'

describe('a real incident', () => {
  it.each([
    [
      '22 M tokens in 2 h by one cron run',
      field.tokenBurn,
      [
        '0:02:20 runaway-session opened warn',
        '0:02:50 runaway-session escalated critical',
        '1:23:30 session-over-limits opened warn',
        '2:02:35 runaway-session eased warn',
        '2:02:55 runaway-session closed warn',
      ],
    ],
    [
      '4.04 M tokens in 77 min, barely above the limit',
      field.slowBurn,
      ['0:03:20 runaway-session opened warn', '1:19:10 runaway-session closed warn'],
    ],
    [
      '602 messages and 209 tool iterations in 107 s',
      field.messageStorm,
      [
        '0:00:15 runaway-session opened warn',
        '0:00:25 runaway-session escalated critical',
        '0:00:50 session-over-limits opened warn',
        '0:01:35 session-over-limits escalated critical',
        '0:04:45 runaway-session closed critical',
        '0:08:45 session-over-limits closed critical',
      ],
    ],
    [
      'the same storm with the same call again and again',
      () => field.messageStorm({ repeats: true }),
      [
        '0:00:05 runaway-session opened warn',
        '0:00:15 runaway-session escalated critical',
        '0:00:50 session-over-limits opened warn',
        '0:01:35 session-over-limits escalated critical',
        '0:04:45 runaway-session closed critical',
        '0:08:45 session-over-limits closed critical',
      ],
    ],
    [
      'a disk that goes from 6 GB to nothing in 5 h',
      field.diskToZero,
      ['0:39:00 disk-filling opened warn', '3:10:00 disk-filling escalated critical'],
    ],
    [
      'rows frozen for 5 h while the gateway answers',
      field.writesFrozen,
      ['0:10:00 newest-row-frozen opened warn', '0:37:40 newest-row-frozen escalated critical'],
    ],
    [
      '30 model calls due at the next restart, and the restart',
      field.pendingFlushStorm,
      [
        '0:15:00 flush-storm-due opened warn',
        '1:00:25 flush-storm-due escalated critical',
        '1:16:20 flush-storm-due eased warn',
      ],
    ],
    ['29 % of 867 sessions a day left open', field.leaking, ['1:15:00 leak-rate-rising opened warn']],
    [
      '15 half-written packs of 1.06 GB in 90 min',
      field.packsPilingUp,
      ['0:15:00 temporary-packs-growing opened warn', '0:30:00 temporary-packs-growing escalated critical'],
    ],
    ['63 GiB of log in 4 days', field.logsPilingUp, ['0:30:00 logs-growing opened warn']],
  ])('is detected: %s', (_, played, expected: readonly string[]) => {
    expect(incidentLog(played())).toEqual(expected)
  })
})
