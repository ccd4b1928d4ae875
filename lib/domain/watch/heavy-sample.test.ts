import { expect, it } from 'vitest'
import { failed, ok } from '../../shared/result.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import { aFile, anOpenSession, aSession, aSnapshot, NOW_MS } from '../../testing/factories.ts'
import { assessHome } from '../home/assess-home.ts'
import type { HomeSnapshot } from '../home/snapshot.ts'
import { toHeavySample } from './heavy-sample.ts'

const WALKED_MS = NOW_MS - 4 * MINUTE_MS

const signOf = (changes: Partial<HomeSnapshot>) =>
  toHeavySample(
    assessHome(aSnapshot(changes), NOW_MS, { lastHourMs: () => 0, messageBytes: () => null }),
    10_000_000,
    WALKED_MS,
  )

const transcript = (sessionId: string, bytes: number, agoMs: number) =>
  aFile({
    name: `session_${sessionId}.json`,
    sessionId,
    bytes,
    apparentBytes: bytes,
    modifiedMs: NOW_MS - agoMs,
  })

it('counts leaks, cron runs of the last hour and transcripts over the limit, largest first', () => {
  const sign = signOf({
    rows: ok([
      anOpenSession({ id: 'leak', startedMs: NOW_MS - 40 * DAY_MS }),
      aSession({ id: 'cron_job1_20261115_143001', startedMs: NOW_MS - MINUTE_MS }),
      aSession({ id: 'cron_job1_20261115_100000', startedMs: NOW_MS - 270 * MINUTE_MS }),
    ]),
    sessionFiles: ok({
      files: [
        transcript('leak', 11_000_000, MINUTE_MS),
        transcript('big', 30_000_000, HOUR_MS),
        transcript('small', 9_000_000, MINUTE_MS),
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

it('an active session is listed however many larger inactive ones there are', () => {
  const still = Array.from({ length: 25 }, (_, at) => transcript(`dead${at}`, 40_000_000 + at, 2 * DAY_MS))
  const sign = signOf({
    sessionFiles: ok({
      files: [...still, transcript('live', 12_000_000, MINUTE_MS)],
      irregular: 0,
      countedAtMs: NOW_MS,
    }),
  })
  expect(sign.largeFiles.map(({ sessionId }) => sessionId)).toEqual(['live'])
})

it('its age is that of its sources, rows and files', () => {
  const seenAtMs = NOW_MS - 50 * MINUTE_MS
  const rows = ok([
    aSession({ id: 'cron_job1_20261115_133001', startedMs: seenAtMs - 30 * MINUTE_MS }),
    aSession({ id: 'cron_job1_20261115_143001', startedMs: seenAtMs - 61 * MINUTE_MS }),
  ])
  expect(signOf({ seenAtMs, rows })).toMatchObject({
    atMs: seenAtMs,
    filesAtMs: WALKED_MS,
    cronRunsLastHour: 1,
  })
})

it('what could not be read is unknown, not zero', () => {
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
    filesAtMs: WALKED_MS,
    leakedSessions: null,
    flushesOnRestart: null,
    flushCalls: null,
    cronRunsLastHour: null,
    temporaryPackBytes: null,
    logBytes: null,
    largeFiles: [],
  })
})
