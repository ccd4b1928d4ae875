import { describe, expect, it } from 'vitest'
import { failed, ok } from '../../shared/result.ts'
import { DAY_MS, HOUR_MS, toIso } from '../../shared/time.ts'
import { aFile, anOpenSession, aSession, aSnapshot, NOW_MS, someConfig } from '../../testing/factories.ts'
import { assessHome } from '../home/assess-home.ts'
import type { HomeSnapshot } from '../home/snapshot.ts'
import type { SessionRow } from '../sessions/session.ts'
import type { CronExecutions } from './cron.ts'
import { cronLedger } from './cron-ledger.ts'

const JOB = {
  id: 'aaa',
  name: 'triage',
  schedule: '*/30 * * * *',
  enabled: true,
  nextRunMs: NOW_MS + HOUR_MS,
  lastRunMs: NOW_MS - HOUR_MS,
  lastStatus: 'ok',
  trouble: null,
}
const run = (job: string, daysAgo: number, more: Partial<SessionRow> = {}) => {
  const startedMs = NOW_MS - daysAgo * DAY_MS
  const stamp = `2026${String(1000 + daysAgo * 7).slice(-4)}_0${daysAgo % 10}0000`
  return aSession({
    id: `cron_${job}_${stamp}`,
    source: 'cron',
    startedMs,
    endedMs: startedMs + HOUR_MS,
    endReason: 'cron_complete',
    messages: 10,
    inputTokens: 1,
    outputTokens: 2,
    cacheReadTokens: 3,
    cacheWriteTokens: 4,
    costUsd: 0.5,
    ...more,
  })
}
const transcriptOf = ({ id }: SessionRow, bytes: number) =>
  aFile({ name: `session_${id}.json`, sessionId: id, bytes })

function ledger(
  parts: Partial<HomeSnapshot>,
  executions: CronExecutions | null = null,
  messageBytes: (id: string) => number | null = () => 100,
  outputs: ReadonlyMap<string, number> | null = null,
) {
  const snapshot = aSnapshot({
    jobs: ok([JOB]),
    executions: ok(executions),
    recentOutputs: outputs,
    ...parts,
  })
  return cronLedger(assessHome(snapshot, NOW_MS, { lastHourMs: () => 0, messageBytes }), NOW_MS)
}
const filesOf = (...files: ReturnType<typeof aFile>[]) => ok({ files, irregular: 0, countedAtMs: NOW_MS })

describe('a job', () => {
  const [young, old] = [run('aaa', 2), run('aaa', 20)]
  const parts = {
    rows: ok([young, old, aSession({ id: 'chat', inputTokens: 20 })]),
    sessionFiles: filesOf(transcriptOf(young, 4_096), transcriptOf(old, 8_192)),
    cronOutputs: ok([
      { jobId: 'aaa', files: 4, bytes: 4_000, oldestMs: NOW_MS - 20 * DAY_MS, newestMs: NOW_MS },
    ]),
  }

  it('has sums over all time and over the last seven days', () => {
    expect(ledger(parts).jobs).toMatchObject([
      {
        id: 'aaa',
        name: 'triage',
        exists: true,
        enabled: true,
        sessions: 2,
        messages: 20,
        tokens: { input: 2, output: 4, cacheRead: 6, cacheWrite: 8 },
        tokens7d: { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 },
        costUsd: 1,
        costUsd7d: 0.5,
        runsPerDay: 1 / 7,
        databaseBytes: 200,
        transcripts: { count: 2, bytes: 12_288 },
        outputs: { count: 4, bytes: 4_000 },
        files: { count: 6, bytes: 12_288 + 4_000 },
        bytes: 200 + 12_288 + 4_000,
        share: { sessions: 2 / 3, messages: 1, tokens: 20 / 40, files: 1 },
      },
    ])
  })

  it('shows its next run while it is scheduled', () => {
    expect(ledger(parts).jobs?.[0]?.nextRunAt).toBe(toIso(NOW_MS + HOUR_MS))
    const paused = { ...parts, jobs: ok([{ ...JOB, enabled: false }]) }
    expect(ledger(paused).jobs?.[0]).toMatchObject({ enabled: false, nextRunAt: null })
  })

  it('is projected at the window’s rate, including outputs until their limit is reached', () => {
    expect(ledger(parts).jobs?.[0]?.bytesPerMonth).toBe(Math.round(((100 + 4_096 + 1_000) * 30) / 7))
    const full = { ...parts, config: ok(someConfig({ cronOutputRetention: 4 })) }
    expect(ledger(full).jobs?.[0]?.bytesPerMonth).toBe(Math.round(((100 + 4_096) * 30) / 7))
  })

  it('reports unknown bytes, not zero, until messages are counted', () => {
    expect(ledger(parts, null, () => null).jobs?.[0]).toMatchObject({
      databaseBytes: null,
      bytes: null,
      bytesPerMonth: null,
      share: { bytes: null },
    })
  })

  it('counts continuations and subagents separately from its runs', () => {
    const parent = { ...young, endReason: 'compression' }
    const rows = [
      parent,
      aSession({ id: 'next', parentId: parent.id, messages: 5 }),
      aSession({ id: 'sub', source: 'subagent', parentId: 'next', messages: 7 }),
      aSession({ id: 'branch', parentId: parent.id, branchedFrom: parent.id, messages: 9 }),
    ]
    expect(ledger({ rows: ok(rows) }).jobs?.[0]).toMatchObject({
      sessions: 1,
      helpers: { sessions: 2, messages: 12 },
    })
  })

  it('stops climbing when parents form a cycle', () => {
    const rows = [
      aSession({ id: 'a', parentId: 'b', delegateFrom: 'b' }),
      aSession({ id: 'b', parentId: 'a', delegateFrom: 'a' }),
    ]
    expect(ledger({ rows: ok(rows) }).jobs?.[0]?.helpers?.sessions).toBe(0)
  })
})

describe('a deleted job', () => {
  it.each([
    ['a session', { rows: ok([run('gone', 3, { title: 'nightly sweep · Nov 12 03:00' })]) }, 'nightly sweep'],
    ['a file', { sessionFiles: filesOf(transcriptOf(run('gone', 3), 1)) }, 'gone'],
    [
      'an output',
      { cronOutputs: ok([{ jobId: 'gone', files: 1, bytes: 9, oldestMs: 1, newestMs: 1 }]) },
      'gone',
    ],
  ])('is listed while %s names it', (_, parts, name) => {
    const job = ledger(parts).jobs?.find(({ id }) => id === 'gone')
    expect(job).toMatchObject({ name, exists: false, enabled: null })
  })

  it('leaves outputs behind that Hermes no longer trims', () => {
    const outputOf = (jobId: string, files: number) => ({
      jobId,
      files,
      bytes: 9 * files,
      oldestMs: 1,
      newestMs: 1,
    })
    const cronOutputs = ok([outputOf('aaa', 50), outputOf('gone', 3), outputOf('lost', 2)])
    expect(ledger({ cronOutputs }).deletedOutputs).toEqual({ count: 5, bytes: 45 })
  })

  it('is not reported as deleted while jobs.json cannot be read', () => {
    const jobs = failed({ code: 'malformed-file', path: 'cron/jobs.json', detail: 'x' } as const)
    const answer = ledger({ rows: ok([run('gone', 3)]), jobs })
    expect(answer.jobs?.[0]?.exists).toBeNull()
    expect(answer.deletedOutputs).toBeNull()
    expect(answer.notices).toMatchObject([{ code: 'malformed-file' }])
  })
})

describe('failures', () => {
  it('are runs left open when there is no ledger', () => {
    const crashed = anOpenSession({ ...run('aaa', 3), endedMs: null, endReason: null })
    const answer = ledger({ rows: ok([run('aaa', 1), crashed]) })
    expect(answer.failuresFrom).toBe('open-rows')
    expect(answer.jobs?.[0]).toMatchObject({ leaked: 1, failures: { count: 1, last7d: 1 } })
  })

  it('come from the scheduler’s ledger when there is one', () => {
    const jobs = new Map([
      [
        'aaa',
        {
          runs: 9,
          atMs: [],
          failed: [NOW_MS - 20 * DAY_MS, NOW_MS - DAY_MS],
          lost: [null],
          lastError: 'timeout',
        },
      ],
    ])
    const answer = ledger({ rows: ok([run('aaa', 1)]) }, { sinceMs: NOW_MS - 30 * DAY_MS, jobs })
    expect(answer.failuresFrom).toBe('executions')
    expect(answer.jobs?.[0]?.failures).toMatchObject({ count: 3, last7d: 1, lastError: 'timeout' })
  })
})

describe('runs a day', () => {
  const times = [NOW_MS - HOUR_MS, NOW_MS - DAY_MS, NOW_MS - 20 * DAY_MS]
  const ran = (id: string): CronExecutions => ({
    sinceMs: NOW_MS - 30 * DAY_MS,
    jobs: new Map([[id, { runs: 3, atMs: times, failed: [], lost: [], lastError: null }]]),
  })
  const jobOf = (answer: ReturnType<typeof ledger>, id: string) => answer.jobs?.find((job) => job.id === id)

  it('come from the ledger or the outputs for a job without an agent', () => {
    const rows = ok([aSession({ id: 'chat' })])
    expect(jobOf(ledger({ rows }, ran('aaa')), 'aaa')).toMatchObject({
      sessions: 0,
      runsPerDay: 2 / 7,
      runsFrom: 'executions',
    })
    expect(
      jobOf(
        ledger({ rows }, null, () => 100, new Map([['aaa', 5]])),
        'aaa',
      ),
    ).toMatchObject({
      runsPerDay: 5 / 7,
      runsFrom: 'outputs',
    })
  })

  it('come from the rows when they count as many, and a job only in the ledger is listed', () => {
    const answer = ledger({ rows: ok([run('aaa', 1), run('aaa', 2), run('aaa', 3)]) }, ran('gone'))
    expect(jobOf(answer, 'aaa')).toMatchObject({ runsPerDay: 3 / 7, runsFrom: 'sessions' })
    expect(jobOf(answer, 'gone')).toMatchObject({ exists: false, runsPerDay: 2 / 7, runsFrom: 'executions' })
  })
})

describe('everything', () => {
  const rows = [run('aaa', 1), run('bbb', 2), run('bbb', 3), aSession({ id: 'chat', messages: 10 })]
  const parts = {
    rows: ok(rows),
    sessionFiles: filesOf(
      ...rows.map((row) => transcriptOf(row, 1_000)),
      aFile({ name: 'request_dump_chat.json', kind: 'request-dump', sessionId: 'chat', bytes: 500 }),
    ),
    cronOutputs: ok([{ jobId: 'aaa', files: 2, bytes: 600, oldestMs: 1, newestMs: 1 }]),
  }

  it('is the total that the share of all cron jobs together is measured against', () => {
    const answer = ledger(parts)
    const tokens = { input: 3, output: 6, cacheRead: 9, cacheWrite: 12 }
    expect(answer.totals).toEqual({
      sessions: 3,
      messages: 30,
      tokens,
      costUsd: 1.5,
      files: 5,
      bytes: 300 + 3_000 + 600,
    })
    expect(answer.everything).toEqual({
      sessions: 4,
      messages: 40,
      tokens,
      costUsd: 1.5,
      files: 7,
      bytes: 400 + 4_500 + 600,
    })
    expect(answer.share).toEqual({
      sessions: 3 / 4,
      messages: 3 / 4,
      tokens: 1,
      files: 5 / 7,
      bytes: 3_900 / 5_500,
    })
  })

  it('is unknown for each measure whose data was not read', () => {
    const nothing = failed({ code: 'not-counted-yet' } as const)
    const { share } = ledger({ ...parts, sessionFiles: nothing })
    expect(share).toMatchObject({ sessions: 3 / 4, files: null, bytes: null })
    expect(ledger({ rows: nothing, sessionFiles: nothing, cronOutputs: nothing })).toMatchObject({
      jobs: null,
      totals: null,
      share: { sessions: null, bytes: null },
    })
  })
})
