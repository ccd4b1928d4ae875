import { describe, expect, it } from 'vitest'
import { AGE_LABELS } from '@/lib/domain/overview/age'
import { exampleOverview } from '@/lib/testing/examples/example-overview'
import { sessionAgeModel } from './session-age-model'
import { ageTitle } from './words'

const buckets = (...counts: number[]) =>
  AGE_LABELS.map((label, index) => ({ label, count: counts[index] ?? 0, cron: 0 }))

describe('sessionAgeModel', () => {
  it('splits every bucket into cron and chat, and their sum stays the same', () => {
    const model = sessionAgeModel(exampleOverview(), 'transcripts')
    expect(model?.bars.map((bar) => bar.total)).toEqual([9, 54, 245, 418, 2, 0, 0])
    for (const bar of model?.bars ?? []) expect(bar.cron + bar.chat).toBe(bar.total)
    expect(model?.legend.map((entry) => [entry.label, entry.value])).toEqual([
      ['Cron', '535'],
      ['Chat', '193'],
    ])
  })

  it('states apparent bytes and bytes on disk separately', () => {
    expect(sessionAgeModel(exampleOverview(), 'transcripts')?.subtitle).toBe(
      '728 files by age, 94.3 MB apparent, 98.9 MB on disk.',
    )
  })

  it('says why it shows sessions if a home has no transcript files', () => {
    const { files } = exampleOverview()
    const none = files && { ...files, transcripts: { ...files.transcripts, count: 0 } }
    expect(sessionAgeModel(exampleOverview(), 'sessions')?.subtitle).toBe('3,049 sessions by last activity.')
    expect(sessionAgeModel(exampleOverview({ files: none }), 'sessions')?.subtitle).toBe(
      '3,049 sessions by last activity. This home has no transcript files.',
    )
  })

  it('has the same numbers in the table and in the bars', () => {
    const table = sessionAgeModel(exampleOverview(), 'sessions')?.table
    expect(table?.rows[3]?.cells).toEqual(['1–7 d', '800', '222', '1,022'])
    expect(table?.foot).toEqual(['All ages', '2,100', '949', '3,049'])
  })

  it('is null if nothing was read', () => {
    expect(sessionAgeModel(exampleOverview({ sessions: null }), 'sessions')).toBeNull()
    expect(sessionAgeModel(exampleOverview({ files: null }), 'transcripts')).toBeNull()
  })
})

describe('ageTitle', () => {
  it.each([
    [[9, 54, 245, 418, 2], 728, '726 of 728 transcripts are younger than 7 days'],
    [[5], 5, 'All 5 transcripts are younger than 7 days'],
    [[1, 0, 0, 0, 9], 10, '1 of 10 transcripts is younger than 7 days'],
    [[0, 0, 0, 0, 10], 10, 'None of 10 transcripts is younger than 7 days'],
    [[1, 0, 0, 0, 2, 3, 4], 10, '7 of 10 transcripts are older than 30 days'],
    [[0, 0, 0, 0, 0, 0, 3], 3, 'All 3 transcripts are older than 30 days'],
    [[1], 1, 'The only transcript is younger than 7 days'],
    [[0, 0, 0, 0, 1], 1, 'The only transcript is between 7 and 30 days old'],
    [[], 0, 'No transcripts yet'],
  ])('%j: %s', (counts, total, title) => {
    expect(ageTitle(buckets(...counts), total, 'transcripts')).toBe(title)
  })
})
