/** A daily budget survives a restart: earlier usage counts, and open incidents close on time. */
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { DEFAULT_LIMITS } from '../../domain/watch/limits/limits.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../shared/time.ts'
import { rememberHome } from '../../store/homes.ts'
import { openStore } from '../../store/open-store.ts'
import { writeIncident } from '../../store/watch/incidents.ts'
import { writeLimits } from '../../store/watch/limits.ts'
import { makeHome } from '../../testing/make-home.ts'
import { tempHome } from '../../testing/temp-home.ts'
import { anIncident } from '../../testing/watch/incidents.ts'
import { HomeMemory } from '../observe/home-memory.ts'
import { HomeObserver } from '../observe/home-observer.ts'

const temp = tempHome()
const opened = openStore(join(temp.root, 'data'))
if (!opened.ok) throw new Error(opened.fault.detail)
const store = opened.value
afterAll(() => {
  store.close()
  temp.cleanup()
})

const TOTAL = 3_000_000
const clock = { atMs: 0, elapsedMs: 0 }
let path = ''
let made = 0

beforeEach(() => {
  made += 1
  Object.assign(clock, { atMs: Date.now(), elapsedMs: 0 })
  const sessions = [{ id: 'a', tokens: { input: TOTAL } }]
  path = makeHome({ path: join(temp.root, `home-${made}`), era: 'aug', nowMs: clock.atMs, sessions }).path
})

/** Starts Steward on a home whose counters were stored every five minutes for the given time. */
function startAfter(forMs: number, inputAt: (agoMs: number) => number): HomeObserver {
  const memory = new HomeMemory(store, path)
  store.db.transaction(() => {
    for (let agoMs = forMs; agoMs > 0; agoMs -= 5 * MINUTE_MS)
      memory.recordCounters({
        atMs: clock.atMs - agoMs,
        inputTokens: inputAt(agoMs),
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
  })()
  const home = new HomeObserver(
    { id: 'main', label: 'main', path, profile: null, root: path, demo: false },
    memory,
    { store, readOnly: true, clock: () => clock.atMs, elapsed: () => clock.elapsedMs },
  )
  writeLimits(store, { ...DEFAULT_LIMITS, tokensPerDay: 1_000_000 })
  return home
}

function sampleFor(home: HomeObserver, ms: number): void {
  for (let passed = 0; passed < ms; passed += 15 * SECOND_MS) {
    clock.atMs += 15 * SECOND_MS
    clock.elapsedMs += 15 * SECOND_MS
    home.sampler.takeSample()
  }
}

it('usage before the restart counts, so the budget incident opens at once with the whole day', () => {
  const home = startAfter(DAY_MS + HOUR_MS, (agoMs) => TOTAL - (agoMs / HOUR_MS) * 50_000)
  sampleFor(home, MINUTE_MS)
  const [incident] = home.incidents.registry.open
  expect(incident).toMatchObject({ kind: 'burn-over-budget', subject: 'day', level: 'warn' })
  expect(incident?.timeline[0]?.words).toMatch(/^1\.2 M tokens .* in the last 24 hours\.$/)
})

it('an open incident closes once the last day was within the budget, not a day later', () => {
  const spent = anIncident({ kind: 'burn-over-budget', subject: 'day', title: 'spent' })
  writeIncident(store, rememberHome(store, path), spent)
  const home = startAfter(DAY_MS + HOUR_MS, () => TOTAL)
  sampleFor(home, MINUTE_MS)
  expect(home.incidents.registry.open).toHaveLength(1)
  sampleFor(home, 11 * MINUTE_MS)
  expect(home.incidents.registry.open).toEqual([])
})

it('an open incident stays open if only an hour was stored, because the day is unknown', () => {
  const spent = anIncident({ id: 'other', kind: 'burn-over-budget', subject: 'day', title: 'spent' })
  writeIncident(store, rememberHome(store, path), spent)
  const home = startAfter(HOUR_MS, () => TOTAL)
  sampleFor(home, 15 * MINUTE_MS)
  expect(home.incidents.registry.open.map(({ id }) => id)).toEqual(['other'])
})
