import { describe, expect, it } from 'vitest'
import { exampleOverview } from '@/lib/testing/examples/example-overview'
import { cronShareModel } from './cron-share-model'

describe('cronShareModel', () => {
  it('states cron’s share and the share of its largest job', () => {
    expect(cronShareModel(exampleOverview(), 'transcripts')?.title).toBe(
      'Cron writes 73.5 % of transcripts, inbox-triage alone 25.8 %',
    )
  })

  it('lists five jobs and combines the others into one row', () => {
    const jobs = cronShareModel(exampleOverview(), 'transcripts')?.jobs ?? []
    expect(jobs.map((job) => job.name)).toEqual([
      'inbox-triage',
      'price-watch',
      'repo-digest',
      'backup-check',
      'morning-brief',
      '4 more jobs',
    ])
    expect(jobs.at(-1)).toMatchObject({ count: '32', bytes: '4.10 MB', tokens: '900 K' })
  })

  it('does not replace a single remaining job with a combined row', () => {
    const overview = exampleOverview()
    const six = cronShareModel(
      { ...overview, cronJobs: overview.cronJobs?.slice(0, 6) ?? null },
      'transcripts',
    )
    expect(six?.jobs.at(-1)?.name).toBe('news-scan')
  })

  it('keeps every job in the table and labels deleted ones', () => {
    const rows = cronShareModel(exampleOverview(), 'transcripts')?.table.rows ?? []
    expect(rows).toHaveLength(9)
    expect(rows.map((row) => row.cells[0])).toContain('old-watch (deleted)')
  })

  it('counts sessions as well', () => {
    const model = cronShareModel(exampleOverview({ files: null }), 'sessions')
    expect(model?.title).toBe('Cron started 68.9 % of sessions, inbox-triage alone 24.7 %')
    expect(model?.countLabel).toBe('Sessions')
  })

  it('has no file columns if no job has files', () => {
    const jobs = exampleOverview().cronJobs?.map((job) => ({ ...job, transcripts: 0, bytes: 0 })) ?? []
    const model = cronShareModel(exampleOverview({ cronJobs: jobs }), 'sessions')
    expect(model?.showsBytes).toBe(false)
    expect(model?.table.head).toEqual(['Job', 'Sessions', 'Runs/day', 'Tokens, 7 d'])
    expect(model?.table.rows[0]?.cells).toHaveLength(4)
  })

  it('is unknown if not read, and names no job if jobs are unknown', () => {
    expect(cronShareModel(exampleOverview({ files: null }), 'transcripts')).toBeNull()
    expect(cronShareModel(exampleOverview({ sessions: null }), 'sessions')).toBeNull()
    expect(cronShareModel(exampleOverview({ cronJobs: null }), 'transcripts')?.title).toBe(
      'Cron writes 73.5 % of transcripts',
    )
  })

  it('shows unknown instead of zero for numbers that were not read', () => {
    const jobs = exampleOverview().cronJobs ?? []
    const rowless = jobs.map((job) => ({ ...job, sessions: null, runsPerDay: null, tokens7d: null }))
    const noRows = cronShareModel(exampleOverview({ sessions: null, cronJobs: rowless }), 'transcripts')
    expect(noRows?.jobs[0]).toMatchObject({ count: '188', runsPerDay: 'unknown', tokens: 'unknown' })
    expect(noRows?.table.rows[0]?.cells.slice(1, 5)).toEqual(['188', 'unknown', 'unknown', 'unknown'])
    const fileless = jobs.map((job) => ({ ...job, transcripts: null, bytes: null }))
    const noFiles = cronShareModel(exampleOverview({ files: null, cronJobs: fileless }), 'sessions')
    expect(noFiles?.jobs[0]).toMatchObject({ bytes: 'unknown' })
    expect(noFiles?.table.rows[0]?.cells[1]).toBe('unknown')
  })

  it('shows a job that rarely runs as less than 0.1 runs a day', () => {
    const [job] = exampleOverview().cronJobs ?? []
    const rare = job === undefined ? [] : [{ ...job, runsPerDay: 0.02 }]
    expect(cronShareModel(exampleOverview({ cronJobs: rare }), 'transcripts')?.jobs[0]?.runsPerDay).toBe(
      '<0.1',
    )
  })
})
