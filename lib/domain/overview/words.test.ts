import { describe, expect, it } from 'vitest'
import type { DiskOverview } from './overview.ts'
import { overviewHeadline } from './words.ts'

const disk: DiskOverview = {
  totalBytes: 40e9,
  freeBytes: 1.86e9,
  homeBytes: 17.7e9,
  apparentBytes: 17.2e9,
  reclaimableBytes: 13.4e9,
  classes: [],
  growthBytesPerDay: 310e6,
  daysToFull: 6,
  countedAt: '2026-11-15T14:02:00.000Z',
  history: [],
}

const headline = (change: Partial<DiskOverview>) =>
  overviewHeadline({ disk: { ...disk, ...change }, notices: [] })

describe('overviewHeadline', () => {
  it('a missing home is not announced as about to be counted', () => {
    const missing = { code: 'home-missing', title: '', detail: '', level: 'warn' } as const
    const { title } = overviewHeadline({ disk: { ...disk, homeBytes: null }, notices: [missing] })
    expect(title).toBe('This home is not there.')
  })

  it('states when the disk is full and what can be removed', () => {
    expect(headline({})).toEqual({
      title: 'This disk is full in 6 days. 13.4 GB of it can go.',
      lead: '17.7 GB in this home, growing 310 MB a day.',
    })
  })

  it.each([
    [{ daysToFull: 1.9 }, 'This disk is full in 1 day. 13.4 GB of it can go.'],
    [{ daysToFull: 0.4 }, 'This disk is full within a day. 13.4 GB of it can go.'],
    [{ freeBytes: 0, daysToFull: null }, 'This disk is full. 13.4 GB of it can go.'],
    [{ reclaimableBytes: 0 }, 'This disk is full in 6 days. Nothing in this home can go.'],
    [{ reclaimableBytes: null }, 'This disk is full in 6 days.'],
  ])('rounds days down and never promises what is unknown: %o', (change, title) => {
    expect(headline(change).title).toBe(title)
  })

  it('falls back to the size of the home while growth is unknown, and says so', () => {
    expect(headline({ growthBytesPerDay: null, daysToFull: null })).toEqual({
      title: '17.7 GB in this home, 13.4 GB of it can go.',
      lead: "Growth is unknown until a second count. 1.86 GB of the disk's 40.0 GB are free.",
    })
  })

  it('ignores a date far in the future', () => {
    expect(headline({ daysToFull: 400 })).toEqual({
      title: '17.7 GB in this home, 13.4 GB of it can go.',
      lead: "Growing 310 MB a day. 1.86 GB of the disk's 40.0 GB are free.",
    })
  })

  it.each([
    [{ growthBytesPerDay: -5e6, daysToFull: null }, /^Shrinking 5.00 MB a day\./],
    [{ growthBytesPerDay: 0, daysToFull: null }, /^Not growing\./],
    [{ growthBytesPerDay: 0, daysToFull: null, freeBytes: null }, /^Not growing\.$/],
  ])('words every direction of growth: %o', (change, lead) => {
    expect(headline(change).lead).toMatch(lead)
  })

  it('never states a size before the first count', () => {
    expect(headline({ homeBytes: null, reclaimableBytes: null, growthBytesPerDay: null }).title).toBe(
      'This home is not counted yet.',
    )
  })

  it('states that nothing can be removed', () => {
    expect(headline({ daysToFull: null, reclaimableBytes: 0 }).title).toBe(
      '17.7 GB in this home, nothing in it can go.',
    )
  })
})
