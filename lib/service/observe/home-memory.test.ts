import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CounterSample } from '../../domain/home/sample.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import { rememberHome } from '../../store/homes.ts'
import { openStore, type Store } from '../../store/open-store.ts'
import { writeIncident } from '../../store/watch/incidents.ts'
import { makeHome } from '../../testing/make-home.ts'
import { runOnSmallDisk } from '../../testing/processes/other-process.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { FULL_DISK_TOOLS } from '../../testing/torture/full-disk.ts'
import { anIncident } from '../../testing/watch/incidents.ts'
import { IncidentRegistry } from '../watch/incident-registry.ts'
import { HomeMemory } from './home-memory.ts'
import { readStateDb } from './read-database-side.ts'

const START = Date.UTC(2026, 10, 16, 12)
const YEAR_MS = 365 * DAY_MS

let temp: TempHome
let store: Store
/** The wall clock can be set, the monotonic clock only advances. */
let wallMs: number
let elapsedMs: number

beforeEach(() => {
  temp = tempHome()
  const opened = openStore(temp.root)
  if (!opened.ok) throw new Error(opened.fault.detail)
  store = opened.value
  wallMs = START
  elapsedMs = 5_000
})
afterEach(() => {
  store.close()
  temp.cleanup()
})

const remember = () => new HomeMemory(store, temp.path, () => elapsedMs)

const pass = (ms: number) => {
  wallMs += ms
  elapsedMs += ms
}

function record(memory: HomeMemory): void {
  const none = { inputTokens: null, outputTokens: null, cacheReadTokens: null, cacheWriteTokens: null }
  const sample: CounterSample = {
    ...none,
    atMs: wallMs,
    sessions: 1,
    openSessions: 0,
    lastMessageId: null,
    databaseBytes: null,
    walBytes: null,
    freeBytes: null,
    costUsd: null,
  }
  memory.recordCounters(sample)
}

/** One every ten minutes through ten days. */
function tenDays(memory: HomeMemory): void {
  store.db.transaction(() => {
    for (let at = 0; at < 10 * DAY_MS; at += 10 * MINUTE_MS) {
      record(memory)
      pass(10 * MINUTE_MS)
    }
  })()
}

const samplesOfFirstDays = (memory: HomeMemory) =>
  memory.everyCounterSample(START, START + 10 * DAY_MS).length

describe('stored samples', () => {
  it('are thinned as they age: by the hour beyond eight days', () => {
    const memory = remember()
    tenDays(memory)
    expect(memory.everyCounterSample(START, START + DAY_MS)).toHaveLength(24)
    expect(memory.everyCounterSample(wallMs - DAY_MS, wallMs)).toHaveLength(144)
  })

  it('are not deleted when the clock is set forward, unless it stays forward for a day', () => {
    const memory = remember()
    tenDays(memory)
    const before = samplesOfFirstDays(memory)
    wallMs += YEAR_MS
    for (let hour = 0; hour < 3; hour += 1) {
      record(memory)
      pass(HOUR_MS)
    }
    expect(samplesOfFirstDays(memory)).toBeGreaterThan(before - 30)
    expect(memory.monotonicTime(wallMs)).toBe(wallMs - YEAR_MS)
    wallMs -= YEAR_MS
    expect(memory.monotonicTime(wallMs)).toBe(wallMs)
    wallMs += YEAR_MS
    for (let hour = 0; hour < 26; hour += 1) {
      record(memory)
      pass(HOUR_MS)
    }
    expect(memory.monotonicTime(wallMs)).toBe(wallMs)
    expect(samplesOfFirstDays(memory)).toBeLessThan(12)
  })

  it('and closed incidents expire by the same clock', () => {
    const memory = remember()
    record(memory)
    const incident = anIncident({ closedMs: wallMs - DAY_MS, openedMs: wallMs - DAY_MS })
    writeIncident(store, rememberHome(store, temp.path), incident)
    const home = { id: 'main', label: 'main', path: temp.path, profile: null, root: temp.path, demo: false }
    const registry = new IncidentRegistry(home, store, (nowMs) => memory.monotonicTime(nowMs))
    const observe = () => registry.keep({ open: [], changed: [], recorded: [] }, wallMs)
    wallMs += 2 * YEAR_MS
    observe()
    expect(registry.find(incident.id)).not.toBeNull()
    pass(25 * HOUR_MS)
    observe()
    expect(registry.find(incident.id)).toBeNull()
  })

  it('are not deleted if the clock was already wrong when Steward started', () => {
    tenDays(remember())
    const before = samplesOfFirstDays(remember())
    wallMs += YEAR_MS
    const memory = remember()
    record(memory)
    expect(samplesOfFirstDays(memory)).toBe(before)
  })

  it('are still thinned after the clock was set back', () => {
    const memory = remember()
    wallMs += YEAR_MS
    record(memory)
    wallMs -= YEAR_MS
    tenDays(memory)
    expect(memory.everyCounterSample(START, START + DAY_MS)).toHaveLength(24)
  })
})

describe('errors', () => {
  it('of a full disk are reported until a write succeeds', () => {
    const disk = join(temp.root, 'disk')
    mkdirSync(disk)
    const reported = runOnSmallDisk(
      disk,
      `${FULL_DISK_TOOLS}
       const { HomeMemory } = await load('lib/service/observe/home-memory.ts')
       const { HomeObserver } = await load('lib/service/observe/home-observer.ts')
       const { openStore } = await load('lib/store/open-store.ts')
       tinyHome(disk + '-home', Date.now())
       const store = openStore(data).value
       const memory = new HomeMemory(store, disk + '-home')
       const ref = { id: 'main', label: 'main', path: disk + '-home', profile: null, root: disk + '-home', demo: false }
       const observer = new HomeObserver(ref, memory, { store, readOnly: true, clock: Date.now })
       const notices = async () => {
         await observer.countAgain()
         return (await observer.observe()).overview.notices.map(({ title }) => title)
       }
       const before = await notices()
       fill(0)
       const classes = Object.fromEntries(Array.from({ length: 20_000 }, (_, no) => ['c' + no, no]))
       memory.recordStorage({ atMs: Date.now() - 1, classes })
       const full = await notices()
       makeRoom()
       observer.sampler.takeSample()
       const after = await notices()
       console.log(JSON.stringify({ before, full, after }))
       process.exit(0)`,
      2,
    )
    expect(reported).toEqual({ before: [], full: ['Steward cannot write its own records'], after: [] })
  })

  it('of the home’s database are not attributed to Steward’s database', () => {
    const memory = remember()
    const { path } = makeHome({ path: temp.path, era: 'aug', nowMs: START, sessions: [{ id: 'a' }] })
    const read = readStateDb(path, (_, facts) => facts)
    if (!read.ok) throw new Error(read.fault.code)
    const broken = new Database(':memory:')
    expect(memory.index(broken, read.value, START, 10)).toBeNull()
    expect(memory.notices().map(({ code }) => code)).toEqual(['db-malformed'])
    const counted = readStateDb(path, (db, facts) => memory.index(db, facts, START, 10))
    expect(counted).toMatchObject({ ok: true, value: { complete: true } })
    expect(memory.notices()).toEqual([])
    broken.close()
  })
})
