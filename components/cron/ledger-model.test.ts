import { describe, expect, it } from 'vitest'
import { cronLedger } from '@/lib/domain/cron/cron-ledger'
import { assessHome } from '@/lib/domain/home/assess-home'
import type { HomeSnapshot } from '@/lib/domain/home/snapshot'
import type { SessionRow } from '@/lib/domain/sessions/session'
import { failed, ok } from '@/lib/shared/result'
import { DAY_MS, HOUR_MS } from '@/lib/shared/time'
import { aSession, aSnapshot, NOW_MS } from '@/lib/testing/factories'
import { ledgerRow, totalCells } from './ledger-model'
import { shareModel } from './share-model'
import { failureWords, outputWords } from './words'

const JOB = {
  id: 'aaa',
  name: 'triage\u202E',
  schedule: '*/30 * * * *',
  enabled: true,
  nextRunMs: NOW_MS + HOUR_MS,
  lastRunMs: NOW_MS - 2 * DAY_MS,
  lastStatus: 'error',
  trouble: null,
}
const run = (job: string, minute: number) =>
  aSession({
    id: `cron_${job}_20261101_10${minute}000`,
    source: 'cron',
    messages: 5,
    inputTokens: 10,
    cacheReadTokens: 30,
    costUsd: 0.5,
  })

function ledgerOf(parts: Partial<HomeSnapshot> = {}) {
  const rows = ok([run('aaa', 1), run('aaa', 2), run('gone', 3), aSession({ messages: 5, inputTokens: 40 })])
  const home = assessHome(aSnapshot({ rows, jobs: ok([JOB]), ...parts }), NOW_MS, {
    lastHourMs: () => 0,
    messageBytes: () => 1_000,
  })
  return cronLedger(home, NOW_MS)
}
const rowOf = (id: string, parts: Partial<HomeSnapshot> = {}) => {
  const job = ledgerOf(parts).jobs?.find((each) => each.id === id)
  if (job === undefined) throw new Error(`no job ${id}`)
  return ledgerRow(job, NOW_MS)
}

describe('a row of the ledger', () => {
  it('shows schedule, usage and failures of a job, with its name as plain text', () => {
    const row = rowOf('aaa')
    expect(row).toMatchObject({
      name: 'triage<U+202E>',
      schedule: '*/30 * * * *',
      marks: [{ text: 'last run: error', warns: true }],
    })
    expect(row.cells).toMatchObject({
      nextRunAt: { main: 'in 60 min', under: 'ran 2 d ago' },
      sessions: { main: '2', under: '50 %' },
      input: { main: '20' },
      cacheRead: { main: '60' },
      costUsd: { main: '$1.00' },
      databaseBytes: { main: '2.00 KB' },
    })
  })

  it('cost covered by a subscription reads as included, never $0.00', () => {
    const covered = { ...run('aaa', 1), costUsd: 0, costStatus: 'included' }
    const costOf = (rows: readonly SessionRow[]) => rowOf('aaa', { rows: ok(rows) }).cells.costUsd
    expect(costOf([covered])).toEqual({ main: 'included', under: '' })
    expect(costOf([covered, run('aaa', 2)])).toEqual({ main: '$0.50', under: '+1 included' })
    expect(costOf([{ ...run('aaa', 1), costUsd: null }])).toEqual({ main: 'unknown', under: '' })
  })

  it('shows the failure, its source and how often in a row, and how runs were counted', () => {
    const trouble = { error: 'no such model\u202E', deliveryError: 'chat not found', streak: 4 }
    const row = rowOf('aaa', { jobs: ok([{ ...JOB, trouble }]) })
    expect(row.errors).toEqual([
      { of: 'Last run', text: 'no such model<U+202E>' },
      { of: 'Last delivery', text: 'chat not found' },
    ])
    expect(row.marks).toContainEqual({ text: '4 failures in a row', warns: true })
    expect(rowOf('aaa').cells.runsPerDay.under).toBe('')
    const job = ledgerOf().jobs?.find(({ id }) => id === 'aaa')
    if (job === undefined) throw new Error('it was given')
    const silent = { ...job, runsPerDay: 2, runsFrom: 'outputs' } as const
    expect(ledgerRow(silent, NOW_MS).cells.runsPerDay).toEqual({ main: '2', under: 'by outputs' })
  })

  it('distinguishes deleted from paused jobs, and shows an overdue run', () => {
    expect(rowOf('gone')).toMatchObject({
      marks: [{ text: 'deleted' }],
      schedule: 'no longer in jobs.json',
      cells: { nextRunAt: { main: 'never' } },
    })
    const paused = ok([{ ...JOB, enabled: false, lastStatus: 'ok' }])
    expect(rowOf('aaa', { jobs: paused }).marks).toEqual([{ text: 'paused', warns: false }])
    const late = ok([{ ...JOB, nextRunMs: NOW_MS - 3 * DAY_MS }])
    expect(rowOf('aaa', { jobs: late }).cells.nextRunAt.main).toBe('due 3 d ago')
  })

  it('unread values are unknown, never zero', () => {
    const rows = failed({ code: 'db-locked', waitedMs: 2_000 } as const)
    expect(rowOf('aaa', { rows }).cells).toMatchObject({
      sessions: { main: 'unknown' },
      output: { main: 'unknown' },
      bytes: { main: 'unknown' },
    })
  })
})

it('sums, failures and outputs say where they come from', () => {
  const outputs = [{ jobId: 'gone', files: 3, bytes: 6_000, oldestMs: 1, newestMs: 1 }]
  const ledger = ledgerOf({ cronOutputs: ok(outputs) })
  if (ledger.totals === null) throw new Error('no totals')
  expect(totalCells(ledger.totals)).toMatchObject({ sessions: '3', messages: '15', cacheRead: '90' })
  expect(failureWords(ledger)).toContain('a run whose row was never closed')
  expect(outputWords(ledger)).toContain('3 outputs of deleted jobs, 6.00 KB, stay')
})

it('the share of everything names its largest job, and splits tokens', () => {
  const { title, rows, table } = shareModel(ledgerOf())
  expect(title).toBe('Cron holds 75 % of sessions')
  expect(rows.find(({ measure }) => measure === 'tokens')).toMatchObject({
    amount: '120 of 160',
    share: '75 %',
    split: '30 fresh input, 0 output, 0 cache write, 90 cache read',
    largest: { name: 'triage<U+202E>', share: '50 %' },
    parts: { largest: 0.5, others: 0.25 },
  })
  expect(table.rows.map(({ cells }) => cells[0])).toEqual(rows.map(({ label }) => label))
})
