import { expect, it } from 'vitest'
import { failed, ok } from '../../shared/result.ts'
import { DAY_MS, MINUTE_MS } from '../../shared/time.ts'
import { aFile, anOpenSession, aSession, aSnapshot, NOW_MS } from '../../testing/factories.ts'
import { judgeHome } from '../judge-home.ts'
import type { HomeSnapshot } from '../snapshot.ts'
import { heavySignOf } from './heavy-sign.ts'

const signOf = (changes: Partial<HomeSnapshot>) =>
  heavySignOf(
    judgeHome(aSnapshot(changes), NOW_MS, { lastHourMs: () => 0, messageBytes: () => null }),
    10_000_000,
    NOW_MS,
  )

it('counts leaks, the cron runs of the last hour and the transcripts above the limit, largest first', () => {
  const sign = signOf({
    rows: ok([
      anOpenSession({ id: 'leak', startedMs: NOW_MS - 40 * DAY_MS }),
      aSession({ id: 'cron_job1_20261115_143001', startedMs: NOW_MS - MINUTE_MS }),
      aSession({ id: 'cron_job1_20261115_100000', startedMs: NOW_MS - 270 * MINUTE_MS }),
    ]),
    sessionFiles: ok({
      files: [
        aFile({ name: 'session_leak.json', sessionId: 'leak', bytes: 11_000_000, apparentBytes: 11_000_000 }),
        aFile({ name: 'session_big.json', sessionId: 'big', bytes: 30_000_000, apparentBytes: 30_000_000 }),
        aFile({ name: 'session_small.json', sessionId: 'small', bytes: 9_000_000, apparentBytes: 9_000_000 }),
      ],
      irregular: 0,
      countedAtMs: NOW_MS,
    }),
  })
  expect(sign).toMatchObject({ atMs: NOW_MS, leakedSessions: 1, cronRunsLastHour: 1 })
  expect(sign.largeFiles.map(({ sessionId, bytes }) => [sessionId, bytes])).toEqual([
    ['big', 30_000_000],
    ['leak', 11_000_000],
  ])
})

it('what could not be read is unknown, never zero', () => {
  const nothing = failed({ code: 'not-counted-yet' } as const)
  const unread = {
    rows: nothing,
    routing: nothing,
    sessionFiles: nothing,
    storage: nothing,
    checkpoints: nothing,
  }
  expect(signOf(unread)).toEqual({
    atMs: NOW_MS,
    leakedSessions: null,
    flushesOnRestart: null,
    flushCalls: null,
    cronRunsLastHour: null,
    temporaryPackBytes: null,
    logBytes: null,
    largeFiles: [],
  })
})
