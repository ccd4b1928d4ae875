import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { HomeRef } from '../../domain/home/home.ts'
import type { LightSample } from '../../domain/watch/light-sample.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../shared/time.ts'
import { openStore } from '../../store/open-store.ts'
import { makeHome } from '../../testing/make-home.ts'
import { tempHome } from '../../testing/temp-home.ts'
import { HomeMemory } from '../observe/home-memory.ts'
import { NO_PARTS, Sampler, type SamplerOptions } from './sampler.ts'

const temp = tempHome()
const store = openStore(join(temp.root, 'data'))
if (!store.ok) throw new Error(store.fault.detail)
afterAll(() => {
  store.value.close()
  temp.cleanup()
})

let path: string
let memory: HomeMemory
let made = 0
const clock = { atMs: 0, elapsedMs: 0 }

beforeEach(() => {
  made += 1
  clock.atMs = Date.now()
  path = makeHome({
    path: join(temp.root, `home-${made}`),
    era: 'aug',
    nowMs: clock.atMs,
    sessions: [{ id: 'a', tokens: { input: 1_000 } }],
  }).path
  memory = new HomeMemory(store.value, path)
})

const sampler = (options: Partial<SamplerOptions> = {}) => {
  const home: HomeRef = { id: 'main', label: 'main', path, profile: null, root: path, demo: false }
  return new Sampler(home, {
    ...NO_PARTS,
    memory,
    slowSigns: () => null,
    clock: () => clock.atMs,
    elapsed: () => clock.elapsedMs,
    ...options,
  })
}

const pass = (ms: number, wallMs = ms) => {
  clock.elapsedMs += ms
  clock.atMs += wallMs
}

function burn(input: number): void {
  const db = new Database(join(path, 'state.db'))
  db.prepare('UPDATE sessions SET input_tokens = input_tokens + ?').run(input)
  db.prepare("INSERT INTO messages (session_id, role, timestamp) VALUES ('a', 'assistant', ?)").run(
    clock.atMs / 1000,
  )
  db.close()
}

const written = () => memory.everyCounterSample(0, clock.atMs + DAY_MS)

it('every sample with a change is stored at once, and one a minute otherwise', () => {
  const own = sampler()
  own.takeSample()
  for (let takeSample = 0; takeSample < 24; takeSample += 1) {
    pass(5 * SECOND_MS)
    own.takeSample()
  }
  expect(written()).toHaveLength(3)
  burn(70)
  pass(5 * SECOND_MS)
  own.takeSample()
  expect(written().map(({ inputTokens }) => inputTokens)).toEqual([1_000, 1_000, 1_000, 1_070])
})

it('after a restart the last hour is loaded, and the downtime counts as no data', () => {
  const first = sampler()
  first.takeSample()
  for (const input of [10, 0, 30]) {
    if (input > 0) burn(input)
    pass(5 * SECOND_MS)
    first.takeSample()
  }
  const before = first.answer().history.points.map(({ tokens }) => tokens?.input ?? null)
  expect(before).toEqual([null, 10, 0, 30])
  burn(5_000)
  pass(3 * MINUTE_MS)
  const second = sampler()
  second.takeSample()
  pass(5 * SECOND_MS)
  burn(7)
  second.takeSample()
  const { state, history } = second.answer()
  expect(history.points.map(({ tokens }) => tokens?.input ?? null)).toEqual([null, 10, 0, 30, null, 7])
  expect(state.burn.lastTwoHours?.input).toBe(47)
})

it('the same hour yesterday and last week come from stored samples', () => {
  const write = (agoMs: number, inputTokens: number) =>
    memory.recordCounters({
      atMs: clock.atMs - agoMs,
      inputTokens,
      outputTokens: 0,
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
      sessions: 1,
      openSessions: 0,
      lastMessageId: 1,
      databaseBytes: 1,
      walBytes: 0,
      freeBytes: 1,
    })
  for (const [daysMs, perMinute] of [
    [7 * DAY_MS, 40],
    [DAY_MS, 6],
  ] as const) {
    for (let minute = -100; minute <= 40; minute += 1)
      write(daysMs - minute * MINUTE_MS, (minute + 100) * perMinute)
  }
  const own = sampler()
  const { burn: rate } = own.takeSample()
  expect(rate).toMatchObject({ yesterdayPerMinute: 6, lastWeekPerMinute: 40 })
  const { yesterday, yesterdayFromMs } = own.answer().history
  // The hour, and a quarter of an hour that is still to come today.
  expect(yesterday).toEqual(Array(75).fill(6))
  expect(yesterdayFromMs % 60_000).toBe(0)
})

it('a clock set back leaves no sample that is later than now, so that nothing is counted twice', () => {
  const own = sampler()
  own.takeSample()
  for (const input of [100, 100]) {
    burn(input)
    pass(5 * SECOND_MS)
    own.takeSample()
  }
  burn(100)
  pass(5 * SECOND_MS, -7 * SECOND_MS)
  expect(own.takeSample().burn.tokensPerMinute?.input).toBe(1_200)
  expect(written().map(({ inputTokens }) => inputTokens)).toEqual([1_000, 1_300])
  clock.atMs = Date.UTC(2000, 0, 1)
  pass(5 * SECOND_MS)
  own.takeSample()
  expect(written()).toEqual([])
  clock.atMs = Date.now() + HOUR_MS
  expect(written()).toHaveLength(2)
})

describe('while reading is paused', () => {
  const watched = () => {
    const samples: LightSample[] = []
    const resumed: number[] = []
    const own = sampler({
      onSample: (sample) => {
        samples.push(sample)
        return { incidents: [], closedThisWeek: 3 }
      },
      onResumed: (pausedForMs) => resumed.push(pausedForMs),
    })
    return { own, samples, resumed }
  }

  it('the database is not read, and the page says since when', () => {
    const { own, samples } = watched()
    expect(own.takeSample().closedThisWeek).toBe(3)
    const pausedMs = clock.atMs
    expect(own.pause(true).pausedMs).toBe(pausedMs)
    burn(500)
    pass(20 * SECOND_MS)
    expect(own.takeSample()).toMatchObject({ pausedMs, seenMs: pausedMs })
    expect(own.pause(true).pausedMs).toBe(pausedMs)
    expect(samples.map(({ database }) => database.ok || database.fault.code)).toEqual([true, 'reads-paused'])
    expect(own.pause(false).pausedMs).toBeNull()
    expect(own.takeSample()).toMatchObject({ pausedMs: null, seenMs: clock.atMs })
    expect(samples).toHaveLength(3)
  })

  it('disk space, holders, gateway and a pause of Hermes are still sampled', () => {
    const { own, samples } = watched()
    expect(own.takeSample().hermesPause).toBeNull()
    own.pause(true)
    writeFileSync(join(path, 'ESTOP'), '')
    expect(own.takeSample().hermesPause).toMatchObject({ by: 'home', sinceMs: null })
    rmSync(join(path, 'ESTOP'))
    expect(own.takeSample().hermesPause).toBeNull()
    writeFileSync(join(path, 'gateway.pid'), JSON.stringify({ pid: process.pid }))
    pass(15 * SECOND_MS)
    expect(own.takeSample().writes.gatewayRunning).toBe(true)
    expect(samples.at(-1)).toMatchObject({ sinceMs: 15_000, space: { ok: true }, gateway: { running: true } })
  })

  it('it resumes automatically after half an hour, however the clock was set, and reports it once', () => {
    const { own, samples, resumed } = watched()
    own.takeSample()
    own.pause(true)
    for (let minute = 1; minute < 30; minute += 1) {
      pass(MINUTE_MS, -MINUTE_MS)
      own.takeSample()
    }
    expect([own.paused, resumed]).toEqual([true, []])
    pass(MINUTE_MS)
    expect(own.takeSample()).toMatchObject({ pausedMs: null, seenMs: clock.atMs })
    expect(samples.at(-1)?.database.ok).toBe(true)
    pass(MINUTE_MS)
    own.takeSample()
    expect(resumed).toEqual([30 * MINUTE_MS])
  })
})

it('slow signs are retried until the files were walked, then every 15 minutes and after each walk', () => {
  let asked = 0
  const heavy = {
    atMs: 0,
    filesAtMs: 0,
    leakedSessions: 4,
    flushesOnRestart: 30,
    flushCalls: 30,
    cronRunsLastHour: 1,
    temporaryPackBytes: null,
    logBytes: null,
    largeFiles: [],
  }
  const own = sampler({
    slowSigns: () => {
      asked += 1
      return {
        heavy,
        complete: asked > 1,
        jobNames: new Map(),
        growthBytesPerDay: 1_000,
        journalMode: 'wal',
        schemaVersion: 26,
      }
    },
  })
  const { restart, disk } = own.takeSample()
  expect(restart).toEqual({ flushes: 30, calls: 30 })
  expect(disk.daysToFullTrend).toBe(Math.round((disk.freeBytes ?? 0) / 1_000))
  const counts = [5, 30, 60, 13 * 60, 60].map((seconds) => {
    pass(seconds * SECOND_MS)
    own.takeSample()
    return asked
  })
  expect(counts).toEqual([1, 2, 2, 2, 3])
  pass(5 * SECOND_MS)
  own.takeSample()
  expect(asked).toBe(3)
  own.slowSignsChanged()
  own.takeSample()
  expect(asked).toBe(4)
  expect(own.takeSample().wal.words).not.toBe('')
})

it('the home is sampled even without Steward’s database', () => {
  const own = sampler({ memory: null })
  own.takeSample()
  burn(60)
  pass(15 * SECOND_MS)
  expect(own.takeSample().burn).toMatchObject({ tokensPerMinute: { input: 240 }, yesterdayPerMinute: null })
  expect(own.answer().history.yesterday).toEqual([])
})

it('a pause of Hermes is part of each sample, and over when its deadline passes', () => {
  const own = sampler()
  const until = new Date(clock.atMs + 30_500).toISOString()
  writeFileSync(join(path, 'ESTOP'), JSON.stringify({ reason: 'backup', expires_at: until }))
  expect(own.takeSample().hermesPause).toMatchObject({ reason: 'backup', untilMs: clock.atMs + 30_500 })
  pass(30 * SECOND_MS)
  expect(own.takeSample().hermesPause).not.toBeNull()
  pass(5 * SECOND_MS)
  expect(own.takeSample().hermesPause).toBeNull()
})
