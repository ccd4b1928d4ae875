import { describe, expect, it } from 'vitest'
import type { DiskForecast } from './forecast.ts'
import type { StorageClassReport } from './storage-report.ts'
import { fullTitle, fullWords, growthTitle, reclaimableTitle, storageTitle, treemapTitle } from './words.ts'

const aClass = (change: Partial<StorageClassReport>): StorageClassReport => ({
  id: 'logs',
  label: 'Logs',
  bytes: 0,
  apparentBytes: 0,
  files: 1,
  reclaimableBytes: 0,
  growthBytesPerDay: null,
  touched: false,
  whyNever: null,
  reclaimable: [],
  ...change,
})

const forecast = (change: Partial<DiskForecast>): DiskForecast => ({
  growthBytesPerDay: null,
  daysToFull: null,
  fullAt: null,
  confidence: 'none',
  samples: 0,
  spanHours: 0,
  freedBytes: 0,
  restoredBytes: 0,
  words: '',
  ...change,
})

const CHECKPOINTS = aClass({ id: 'checkpoints', label: 'Checkpoints', bytes: 12e9, apparentBytes: 1e9 })

describe('the page title', () => {
  it.each([
    [18e9, 'bytes', 'Storage: 18.0 GB, two thirds of it checkpoints'],
    [24e9, 'bytes', 'Storage: 24.0 GB, half of it checkpoints'],
    [29e9, 'bytes', 'Storage: 29.0 GB, 41 % of it checkpoints'],
    [12e9, 'bytes', 'Storage: 12.0 GB, all of it checkpoints'],
    [18e9, 'apparentBytes', 'Storage: 4.00 GB, three quarters of it WAL'],
  ] as const)('of %d, by %s, names the largest class', (homeBytes, measure, title) => {
    const wal = aClass({ id: 'wal', label: 'WAL', bytes: 1, apparentBytes: 3e9 })
    expect(storageTitle({ classes: [wal, CHECKPOINTS], homeBytes, apparentBytes: 4e9 }, measure)).toBe(title)
  })

  it('states nothing before the first measurement', () => {
    const unknown = { classes: [], homeBytes: null, apparentBytes: null }
    expect(storageTitle(unknown, 'bytes')).toBe('Storage: not counted yet')
    expect(storageTitle({ ...unknown, homeBytes: 0 }, 'bytes')).toBe(
      'Storage: nothing is stored in this home',
    )
  })
})

describe('the treemap title', () => {
  const part = (id: string, label: string, bytes: number) => ({
    id,
    label,
    bytes,
    count: null,
    detail: null,
    offered: true,
    path: '',
  })

  it('names the largest part of the home', () => {
    const checkpoints = {
      id: 'checkpoints' as const,
      label: 'Checkpoints',
      bytes: 60,
      touched: true,
      parts: [part('orphan', 'Orphan', 50), part('live', 'Live', 10)],
    }
    const database = {
      id: 'state-db' as const,
      label: 'State db',
      bytes: 40,
      touched: true,
      parts: [part('search', 'Full-text index', 40)],
    }
    expect(treemapTitle([checkpoints, database])).toBe('Folders that no longer exist hold half of this home')
    expect(treemapTitle([database])).toBe('State db: Full-text index, all of this home')
    expect(treemapTitle([{ ...database, parts: [part('rest', 'All of it', 40)] }])).toBe(
      'State db, all of this home',
    )
    expect(treemapTitle([])).toBe('Nothing is stored in this home')
  })
})

describe('the growth and reclaimable titles', () => {
  it.each([
    [null, 'Growth is not measured yet'],
    [0, 'This home does not grow'],
    [-3e6, 'This home shrinks by 3.00 MB a day'],
    [310e6, 'Growth is 310 MB a day, 262 MB of it checkpoints'],
  ])('%d a day', (growthBytesPerDay, title) => {
    const classes = [aClass({ growthBytesPerDay: 1 }), { ...CHECKPOINTS, growthBytesPerDay: 262e6 }]
    expect(growthTitle({ classes, forecast: forecast({ growthBytesPerDay }) })).toBe(title)
  })

  it('counts the classes with reclaimable bytes', () => {
    const classes = [aClass({}), aClass({ reclaimableBytes: 5e6 })]
    expect(reclaimableTitle({ classes, reclaimableBytes: 5e6 })).toBe('5.00 MB can go, from 1 of 2 classes')
    expect(reclaimableTitle({ classes, reclaimableBytes: 0 })).toBe('Nothing here has to go')
    expect(reclaimableTitle({ classes: [], reclaimableBytes: null })).toBe('What can go is not known yet')
  })
})

describe('the forecast title', () => {
  it.each([
    [{ growthBytesPerDay: 1, daysToFull: 6.4 }, 9, 'in 6 days', true],
    [{ growthBytesPerDay: 1, daysToFull: 0.4 }, 9, 'within a day', true],
    [{ growthBytesPerDay: 1, daysToFull: 100 }, 9, 'in 100 days', false],
    [{ growthBytesPerDay: 1, daysToFull: 9_000 }, 9, 'in over 2 years', false],
    [{ growthBytesPerDay: 0 }, 9, 'not growing', false],
    [{}, 9, 'unknown', false],
    [{}, 0, 'now', true],
  ])('%j with %d free', (change, freeBytes, words, isSoon) => {
    expect(fullWords(forecast(change), freeBytes)).toEqual({ words, isSoon })
    expect(fullTitle(forecast(change), freeBytes)).not.toContain('unknown')
  })
})
