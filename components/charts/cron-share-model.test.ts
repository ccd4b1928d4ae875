import { describe, expect, it } from 'vitest'
import { exampleOverview } from '@/lib/testing/examples/example-overview'
import { cronShareModel } from './cron-share-model'

describe('cronShareModel', () => {
  it('states cron’s share and the share of its largest job', () => {
    expect(cronShareModel(exampleOverview())?.title).toBe(
      'Cron writes 73.5 % of transcripts, inbox-triage alone 25.8 %',
    )
  })

  it('lists five jobs and combines the others into one row', () => {
    const jobs = cronShareModel(exampleOverview())?.jobs ?? []
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
    const six = cronShareModel({ ...overview, cronJobs: overview.cronJobs?.slice(0, 6) ?? null })
    expect(six?.jobs.at(-1)?.name).toBe('news-scan')
  })

  it('keeps every job in the table and labels deleted ones', () => {
    const rows = cronShareModel(exampleOverview())?.table.rows ?? []
    expect(rows).toHaveLength(9)
    expect(rows.map((row) => row.cells[0])).toContain('old-watch (deleted)')
  })

  it('falls back to sessions if files were not read', () => {
    const model = cronShareModel(exampleOverview({ files: null }))
    expect(model?.title).toBe('Cron makes 68.9 % of sessions, inbox-triage alone 24.7 %')
    expect(model?.countLabel).toBe('Sessions')
  })

  it('is unknown if neither was read, and names no job if jobs are unknown', () => {
    expect(cronShareModel(exampleOverview({ files: null, sessions: null }))).toBeNull()
    expect(cronShareModel(exampleOverview({ cronJobs: null }))?.title).toBe(
      'Cron writes 73.5 % of transcripts',
    )
  })

  it('shows unknown instead of zero for numbers that were not read', () => {
    const jobs = exampleOverview().cronJobs ?? []
    const rowless = jobs.map((job) => ({ ...job, sessions: null, runsPerDay: null, tokens7d: null }))
    const noRows = cronShareModel(exampleOverview({ sessions: null, cronJobs: rowless }))
    expect(noRows?.jobs[0]).toMatchObject({ count: '188', runsPerDay: 'unknown', tokens: 'unknown' })
    expect(noRows?.table.rows[0]?.cells.slice(1, 5)).toEqual(['188', 'unknown', 'unknown', 'unknown'])
    const fileless = jobs.map((job) => ({ ...job, transcripts: null, bytes: null }))
    const noFiles = cronShareModel(exampleOverview({ files: null, cronJobs: fileless }))
    expect(noFiles?.jobs[0]).toMatchObject({ bytes: 'unknown' })
    expect(noFiles?.table.rows[0]?.cells[1]).toBe('unknown')
  })

  it('shows a job that rarely runs as less than 0.1 runs a day', () => {
    const [job] = exampleOverview().cronJobs ?? []
    const rare = job === undefined ? [] : [{ ...job, runsPerDay: 0.02 }]
    expect(cronShareModel(exampleOverview({ cronJobs: rare }))?.jobs[0]?.runsPerDay).toBe('<0.1')
  })
})
