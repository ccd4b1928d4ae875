import { statSync } from 'node:fs'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CounterSample } from '../../domain/home/sample.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { rememberHome } from '../homes.ts'
import { openStore, type Store } from '../open-store.ts'
import { deleteCounterSamplesAfter, readCounterSamples, recordCounterSample } from './counter-samples.ts'
import { readStorageHistory, readStorageSamples, recordStorageSample } from './storage-samples.ts'
import { thinSamples } from './thin-samples.ts'

const NOW = 1_790_000_123_456

let temp: TempHome
let store: Store
let homeId: number

beforeEach(() => {
  temp = tempHome()
  const opened = openStore(temp.root)
  if (!opened.ok) throw new Error(opened.fault.detail)
  store = opened.value
  homeId = rememberHome(store, '/homes/one')
})
afterEach(() => {
  store.close()
  temp.cleanup()
})

const counters = (atMs: number, inputTokens: number | null = 1): CounterSample => ({
  atMs,
  inputTokens,
  outputTokens: 2,
  cacheReadTokens: 3,
  cacheWriteTokens: 4,
  sessions: 5,
  openSessions: 6,
  lastMessageId: 7,
  databaseBytes: 8,
  walBytes: 9,
  freeBytes: null,
  costUsd: 1.25,
})

describe('counter samples', () => {
  it('are returned once per step, the last of each', () => {
    for (const ago of [150_000, 130_000, 70_000, 30_000, 0])
      recordCounterSample(store, homeId, counters(NOW - ago))
    const minutes = readCounterSamples(store, homeId, NOW - HOUR_MS, NOW, MINUTE_MS)
    const last = new Map(
      [150_000, 130_000, 70_000, 30_000, 0].map((ago) => [Math.floor((NOW - ago) / MINUTE_MS), NOW - ago]),
    )
    expect(minutes.map(({ atMs }) => atMs)).toEqual([...last.values()])
  })

  it('from the future can be deleted, for this home only', () => {
    const other = rememberHome(store, '/homes/two')
    for (const at of [NOW - 1, NOW, NOW + 1, NOW + DAY_MS]) {
      recordCounterSample(store, homeId, counters(at))
      recordCounterSample(store, other, counters(at))
    }
    expect(deleteCounterSamplesAfter(store, homeId, NOW)).toBe(2)
    expect(readCounterSamples(store, homeId, 0, NOW + DAY_MS).map(({ atMs }) => atMs)).toEqual([NOW - 1, NOW])
    expect(readCounterSamples(store, other, 0, NOW + DAY_MS)).toHaveLength(4)
  })

  it('are returned as stored, with null for unknown, for this home only, oldest first', () => {
    const other = rememberHome(store, '/homes/two')
    const later = counters(NOW, null)
    const earlier = counters(NOW - 1_000)
    recordCounterSample(store, homeId, later)
    recordCounterSample(store, homeId, earlier)
    recordCounterSample(store, other, counters(NOW))
    expect(readCounterSamples(store, homeId, NOW - 1_000, NOW)).toEqual([earlier, later])
    expect(readCounterSamples(store, homeId, NOW - 999, NOW)).toEqual([later])
  })
})

describe('storage samples', () => {
  it('are returned as stored, without unknown classes', () => {
    recordStorageSample(store, homeId, { atMs: NOW, classes: { logs: 5, wal: 0 } })
    store.db
      .prepare('INSERT INTO storage_sample VALUES (?, ?, ?)')
      .run(homeId, NOW + 1, '{"logs":6,"dreams":7,"wal":"x"}')
    expect(readStorageSamples(store, homeId, NOW, NOW + 1)).toEqual([
      { atMs: NOW, classes: { logs: 5, wal: 0 } },
      { atMs: NOW + 1, classes: { logs: 6 } },
    ])
  })

  it('give a history of at most the requested points, including the newest', () => {
    const times = fc.uniqueArray(fc.integer({ min: 0, max: 10_000_000 }), { maxLength: 60 })
    fc.assert(
      fc.property(times, fc.integer({ min: 1, max: 40 }), (agos, maxPoints) => {
        store.db.exec('DELETE FROM storage_sample')
        for (const ago of agos) {
          recordStorageSample(store, homeId, { atMs: NOW - ago, classes: { logs: ago } })
        }
        const history = readStorageHistory(store, homeId, NOW - 5_000_000, maxPoints)
        const wanted = agos.filter((ago) => ago <= 5_000_000)
        expect(history.length).toBeLessThanOrEqual(maxPoints)
        for (const { atMs, classes } of history) expect(classes.logs).toBe(NOW - atMs)
        expect(history.at(-1)?.atMs).toBe(wanted.length === 0 ? undefined : NOW - Math.min(...wanted))
        expect(history).toEqual(history.toSorted((a, b) => a.atMs - b.atMs))
      }),
      { numRuns: 40 },
    )
  })
})

describe('thinSamples', () => {
  const atTimes = (): number[] => readCounterSamples(store, homeId, 0, NOW).map(({ atMs }) => atMs)

  it('keeps a year of one home far below 50 MB, thinned regularly or only at the end', () => {
    const from = NOW - 365 * DAY_MS
    const fill = store.db.transaction((start: number, end: number) => {
      for (let at = start; at < end; at += 10 * MINUTE_MS) recordCounterSample(store, homeId, counters(at))
      for (let at = start; at < end; at += 30 * MINUTE_MS) {
        recordStorageSample(store, homeId, { atMs: at, classes: { logs: at % 1_000, 'state-db': 10 ** 9 } })
      }
    })
    for (let at = from; at < NOW; at += 5 * DAY_MS) {
      fill(at, Math.min(at + 5 * DAY_MS, NOW))
      thinSamples(store, homeId, Math.min(at + 5 * DAY_MS, NOW))
    }
    const alongTheWay = atTimes()
    const storage = readStorageSamples(store, homeId, 0, NOW).length
    expect(alongTheWay.length).toBeLessThan(9 * 144 + 83 * 24 + 276)
    expect(storage).toBeLessThan(8 * 48 + 358)
    const pages = Number(store.db.pragma('page_count', { simple: true }))
    expect(pages * 4_096).toBeLessThan(5_000_000)

    store.db.exec('DELETE FROM counter_sample; DELETE FROM storage_sample')
    fill(from, NOW)
    thinSamples(store, homeId, NOW)
    expect(atTimes()).toEqual(alongTheWay)
    expect(readStorageSamples(store, homeId, 0, NOW)).toHaveLength(storage)
  })

  it('keeps a sample per minute for eight days, per hour for 90 days and per day after that', () => {
    const fill = store.db.transaction(() => {
      for (let ago = 0; ago < 9 * DAY_MS; ago += 20_000)
        recordCounterSample(store, homeId, counters(NOW - ago))
      for (let ago = 9 * DAY_MS; ago < 100 * DAY_MS; ago += 20 * MINUTE_MS) {
        recordCounterSample(store, homeId, counters(NOW - ago))
      }
    })
    fill()
    thinSamples(store, homeId, NOW)
    const left = atTimes()
    const widest = (fromAgo: number, toAgo: number): number => {
      const seen = left.filter((at) => at >= NOW - fromAgo && at <= NOW - toAgo)
      return Math.max(...seen.slice(1).map((at, i) => at - (seen[i] ?? 0)))
    }
    expect(widest(2 * HOUR_MS, 0)).toBe(20_000)
    expect(widest(8 * DAY_MS, 2 * HOUR_MS)).toBeLessThanOrEqual(MINUTE_MS)
    expect(widest(90 * DAY_MS, 8 * DAY_MS)).toBeLessThanOrEqual(HOUR_MS + 20 * MINUTE_MS)
    expect(widest(100 * DAY_MS, 90 * DAY_MS)).toBeLessThanOrEqual(DAY_MS + 20 * MINUTE_MS)
    expect(left.length).toBeLessThan(2 * 60 * 3 + 190 * 60 + 83 * 24 + 10 + 100)
  })

  it('keeps a year of samples every five seconds below 50 MB on disk, thinned every hour', () => {
    const fill = store.db.transaction((start: number, end: number, stepMs: number) => {
      for (let at = start; at < end; at += stepMs) recordCounterSample(store, homeId, counters(at, at))
    })
    // Sparse where samples are thinned to an hour anyway.
    const stepAt = (agoMs: number) =>
      agoMs > 9 * DAY_MS ? 10 * MINUTE_MS : agoMs > DAY_MS ? MINUTE_MS : 5_000
    const roundAt = (agoMs: number) => (agoMs > DAY_MS ? DAY_MS : HOUR_MS)
    for (let ago = 365 * DAY_MS; ago > 0; ago -= roundAt(ago)) {
      fill(NOW - ago, NOW - ago + roundAt(ago), stepAt(ago))
      thinSamples(store, homeId, NOW - ago + roundAt(ago))
    }
    store.db.pragma('wal_checkpoint(TRUNCATE)')
    const bytes = ['', '-wal'].reduce((sum, suffix) => sum + statSync(store.db.name + suffix).size, 0)
    expect(bytes).toBeLessThan(8_000_000)
    expect(atTimes().length).toBeLessThan(3 * 720 + 8 * 1_440 + 83 * 24 + 276)
  })

  it('keeps every storage sample for seven days', () => {
    for (let ago = 0; ago < 9 * DAY_MS; ago += HOUR_MS) {
      recordStorageSample(store, homeId, { atMs: NOW - ago, classes: {} })
    }
    thinSamples(store, homeId, NOW)
    expect(readStorageSamples(store, homeId, NOW - 7 * DAY_MS, NOW)).toHaveLength(7 * 24 + 1)
    expect(readStorageSamples(store, homeId, 0, NOW - 8 * DAY_MS).length).toBeLessThanOrEqual(2)
  })

  it('leaves other homes alone', () => {
    const other = rememberHome(store, '/homes/two')
    for (const at of [1, 2, 3]) recordCounterSample(store, other, counters(at))
    expect(thinSamples(store, homeId, NOW)).toBe(0)
    expect(readCounterSamples(store, other, 0, NOW)).toHaveLength(3)
    expect(thinSamples(store, other, NOW)).toBe(2)
  })
})
