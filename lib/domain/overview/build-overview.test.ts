import { describe, expect, it } from 'vitest'
import { failed, ok } from '../../shared/result.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import { aCheckpoint, aFile, anOpenSession, aSession, NOW_MS } from '../../testing/factories.ts'
import { findingOf, overviewOf } from '../../testing/overview-of.ts'

describe('sessions', () => {
  const { sessions } = overviewOf({
    rows: ok([
      aSession({ id: 'a', source: 'cron', endReason: 'cron_complete', startedMs: NOW_MS - 2 * DAY_MS }),
      aSession({ id: 'b', endReason: 'cli_close', startedMs: NOW_MS - 100 * DAY_MS }),
      anOpenSession({ id: 'c', startedMs: NOW_MS - MINUTE_MS }),
      anOpenSession({ id: 'd', startedMs: NOW_MS - 10 * DAY_MS, lastMessageMs: NOW_MS - 3 * DAY_MS }),
    ]),
  })

  it('open is the sum of live and leaked, and every session has one bucket', () => {
    expect(sessions).toMatchObject({ total: 4, open: 2, live: 1, leaked: 1 })
    expect(sessions?.ageBuckets.map(({ count }) => count)).toEqual([1, 0, 0, 2, 0, 0, 1])
  })

  it('rows without an end are counted under "null", and cron as a share of rows', () => {
    expect(sessions?.byEndReason).toEqual({ null: 2, cli_close: 1, cron_complete: 1 })
    expect(sessions?.cron).toEqual({ count: 1, share: 0.25 })
  })
})

describe('files', () => {
  const files = [
    aFile({ name: 'session_a.json', sessionId: 'a', modifiedMs: NOW_MS - MINUTE_MS }),
    aFile({
      name: 'session_cron_j_20261101_101010.json',
      sessionId: 'cron_j_20261101_101010',
      modifiedMs: NOW_MS - 8 * DAY_MS,
    }),
    aFile({
      name: 'request_dump_a_20261101_101010_000001.json',
      kind: 'request-dump',
      sessionId: 'a',
      modifiedMs: NOW_MS - 8 * DAY_MS,
      bytes: 8_192,
    }),
    aFile({
      name: 'request_dump_gone_20261101_101010_000001.json',
      kind: 'request-dump',
      sessionId: 'gone',
      bytes: 4_096,
    }),
    aFile({ name: 'sessions.json', kind: 'routing-index', sessionId: null }),
  ]
  const parts = {
    rows: ok([aSession({ id: 'a' })]),
    sessionFiles: ok({ files, irregular: 0, countedAtMs: NOW_MS }),
  }

  it('transcripts age by mtime and count as cron by id, and orphans are files without a row', () => {
    const overview = overviewOf(parts).files
    expect(overview?.transcripts).toMatchObject({
      count: 2,
      bytes: 8_192,
      apparentBytes: 6_000,
      cron: { count: 1, share: 0.5 },
    })
    expect(overview?.transcripts.ageBuckets.map(({ count, cron }) => [count, cron])).toEqual([
      [1, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [1, 1],
      [0, 0],
      [0, 0],
    ])
    expect(overview?.requestDumps.count).toBe(2)
    expect(overview?.orphans).toEqual({ count: 2, bytes: 8_192 })
    expect(overview?.countedAt).toBe(new Date(NOW_MS).toISOString())
  })

  it('nothing is called an orphan while rows are unknown', () => {
    const overview = overviewOf({ ...parts, rows: failed({ code: 'db-locked', waitedMs: 2_000 }) })
    expect(overview.files?.orphans).toBeNull()
    expect(overview.sessions).toBeNull()
    expect(overview.findings.some(({ code }) => code === 'orphan-files')).toBe(false)
    expect(overview.notices.map(({ code }) => code)).toEqual(['db-locked'])
  })

  it('a dump is counted once, as orphan or as old', () => {
    expect(findingOf(parts, 'orphan-files')).toMatchObject({ count: 2, bytes: 8_192, action: 'orphan-files' })
    expect(findingOf(parts, 'old-request-dumps')).toMatchObject({
      count: 1,
      bytes: 8_192,
      action: 'prune-files',
    })
  })

  it('a file written this minute is not offered because its row may not be committed yet', () => {
    const fresh = [aFile({ sessionId: 'new', modifiedMs: NOW_MS - 1_000 })]
    const young = { rows: ok([]), sessionFiles: ok({ files: fresh, irregular: 0, countedAtMs: NOW_MS }) }
    expect(findingOf(young, 'orphan-files')).toBeUndefined()
    expect(overviewOf(young).files?.orphans?.count).toBe(1)
  })
})

describe('disk', () => {
  const classes = [
    { id: 'checkpoints', bytes: 5_000_000, apparentBytes: 4_000_000, files: 10 },
    { id: 'state-db', bytes: 4_096_000, apparentBytes: 4_096_000, files: 1 },
  ] as const
  const storage = ok({ classes, countedAtMs: NOW_MS, tookMs: 1, reused: 0, walked: 1, unread: [] })
  const checkpoints = ok({
    items: [
      aCheckpoint({ id: 'gone', workdirSeen: 'proven-gone', exclusiveBytes: 3_000_000 }),
      aCheckpoint({ id: 'old', lastTouchedMs: NOW_MS - 50 * DAY_MS, exclusiveBytes: 1_000_000 }),
      aCheckpoint({ id: 'unplugged', workdirSeen: 'unproven' }),
      aCheckpoint({ id: 'used' }),
    ],
    temporaryPacks: { count: 0, bytes: 0, newestMs: null },
    freshLocks: 0,
  })

  it('the classes add up to the home, and reclaimable bytes are those of the findings', () => {
    const { disk, findings } = overviewOf({ storage, checkpoints })
    expect(disk.homeBytes).toBe(9_096_000)
    expect(disk.reclaimableBytes).toBe(4_000_000)
    expect(findings.map(({ code, count, bytes }) => [code, count, bytes])).toEqual([
      ['orphan-checkpoints', 1, 3_000_000],
      ['stale-checkpoints', 1, 1_000_000],
    ])
  })

  it('an unmounted drive is never offered', () => {
    const examples = overviewOf({ storage, checkpoints }).findings.flatMap((finding) => finding.examples)
    expect(examples.map(({ label }) => label)).not.toContain('unplugged')
  })

  it('growth and days to full are unknown until measured', () => {
    expect(overviewOf({ storage }).disk).toMatchObject({ growthBytesPerDay: null, daysToFull: null })
    const sample = (days: number, bytes: number) => ({
      atMs: NOW_MS - days * DAY_MS,
      classes: { checkpoints: bytes },
    })
    const samples = [sample(2, 1_000_000_000), sample(1, 1_310_000_000), sample(0, 1_620_000_000)]
    expect(overviewOf({ storage }, { storage: samples, history: samples }).disk).toMatchObject({
      growthBytesPerDay: 310_000_000,
      daysToFull: 6,
    })
  })

  it('a home that was not counted reports unknown bytes, never zero', () => {
    const { disk } = overviewOf({
      storage: failed({ code: 'not-counted-yet' }),
      space: failed({ code: 'not-counted-yet' }),
    })
    expect(disk).toMatchObject({ homeBytes: null, reclaimableBytes: null, freeBytes: null, classes: [] })
  })
})

describe('tokens', () => {
  it('are assigned to the UTC day a session started, by kind, and cost is null until a row has one', () => {
    const rows = [
      aSession({
        id: 'a',
        startedMs: Date.UTC(2026, 10, 14, 23, 59),
        inputTokens: 5,
        outputTokens: 1,
        cacheReadTokens: 40,
        cacheWriteTokens: 2,
      }),
      aSession({ id: 'b', startedMs: Date.UTC(2026, 10, 15, 0, 0), inputTokens: 7 }),
    ]
    const { tokens } = overviewOf({ rows: ok(rows) })
    expect(tokens).toMatchObject({ input: 12, output: 1, cacheRead: 40, cacheWrite: 2, costUsd: null })
    expect(tokens?.byDay).toEqual([
      { day: '2026-11-14', input: 5, output: 1, cacheRead: 40, cacheWrite: 2 },
      { day: '2026-11-15', input: 7, output: 0, cacheRead: 0, cacheWrite: 0 },
    ])
    expect(overviewOf({ rows: ok([aSession({ costUsd: 0 })]) }).tokens?.costUsd).toBe(0)
  })
})

describe('cron jobs', () => {
  it('a deleted job keeps its name from its runs’ titles', () => {
    const rows = [
      aSession({
        id: 'cron_j1_20261115_101010',
        source: 'cron',
        title: 'old brief · Nov 15 10:10',
        startedMs: NOW_MS - HOUR_MS,
        inputTokens: 3,
        cacheReadTokens: 4,
      }),
      aSession({
        id: 'cron_j2_20260101_101010',
        source: 'cron',
        startedMs: NOW_MS - 300 * DAY_MS,
        inputTokens: 9,
      }),
    ]
    const jobs = ok([
      {
        id: 'j2',
        name: 'inbox-triage',
        schedule: null,
        enabled: true,
        nextRunMs: null,
        lastRunMs: null,
        lastStatus: null,
        trouble: null,
      },
    ])
    expect(overviewOf({ rows: ok(rows), jobs }).cronJobs).toEqual([
      {
        id: 'j1',
        name: 'old brief',
        exists: false,
        transcripts: 0,
        bytes: 0,
        sessions: 1,
        runsPerDay: 1 / 7,
        tokens7d: 7,
      },
      {
        id: 'j2',
        name: 'inbox-triage',
        exists: true,
        transcripts: 0,
        bytes: 0,
        sessions: 1,
        runsPerDay: 0,
        tokens7d: 0,
      },
    ])
  })
})
