import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Incident } from '../../domain/watch/incidents/incident.ts'
import { DEFAULT_LIMITS, type WatchLimits } from '../../domain/watch/limits/limits.ts'
import { DAY_MS } from '../../shared/time.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { anIncident } from '../../testing/watch/incidents.ts'
import { rememberHome } from '../homes.ts'
import { openStore, type Store } from '../open-store.ts'
import {
  countClosedIncidents,
  readClosedPage,
  readIncident,
  readOpenIncidents,
  trimIncidents,
  writeIncident,
} from './incidents.ts'
import { readStoredLimits, resetLimits, writeLimits } from './limits.ts'

const NOW_MS = Date.UTC(2026, 10, 16)
let temp: TempHome
let store: Store
let homeId: number

beforeEach(() => {
  temp = tempHome()
  const opened = openStore(join(temp.root, 'data'))
  if (!opened.ok) throw new Error(opened.fault.detail)
  store = opened.value
  homeId = rememberHome(store, '/homes/one')
})
afterEach(() => {
  store.close()
  temp.cleanup()
})

const closed = (no: number, closedMs: number): Incident =>
  anIncident({ id: `closed-${no}`, openedMs: closedMs - 1_000, closedMs })

describe('incidents', () => {
  it('an open incident is restored with its latest state', () => {
    const first = anIncident()
    writeIncident(store, homeId, first)
    expect(readOpenIncidents(store, homeId)).toEqual([first])
    const worse = anIncident({
      level: 'critical',
      lastSeenMs: NOW_MS,
      acknowledged: { atMs: NOW_MS, by: 'operator', note: 'looking' },
      values: [...first.values, { atMs: NOW_MS, value: 400_000 }],
    })
    writeIncident(store, homeId, worse)
    expect(readOpenIncidents(store, homeId)).toEqual([worse])
    expect(readIncident(store, worse.id, homeId)).toEqual(worse)
  })

  it('are separate for each home', () => {
    writeIncident(store, homeId, anIncident())
    const other = rememberHome(store, '/homes/other')
    expect(readOpenIncidents(store, other)).toEqual([])
    expect(readIncident(store, anIncident().id, other)).toBeNull()
  })

  it('that closed leave the open list, are counted, and are paged newest first without gaps', () => {
    for (let no = 0; no < 25; no += 1)
      writeIncident(store, homeId, closed(no, NOW_MS - Math.floor(no / 2) * 1_000))
    expect(readOpenIncidents(store, homeId)).toEqual([])
    expect(countClosedIncidents(store, homeId, NOW_MS - 1_000)).toBe(4)
    const ids: string[] = []
    let cursor: string | null = null
    do {
      const page = readClosedPage(store, homeId, { cursor, limit: 10 })
      if (!page.ok) throw new Error('no page')
      ids.push(...page.value.items.map(({ id }) => id))
      cursor = page.value.nextCursor
    } while (cursor !== null)
    expect(ids).toHaveLength(25)
    expect(new Set(ids).size).toBe(25)
    expect(ids.slice(0, 2)).toEqual(['closed-1', 'closed-0'])
    for (const bad of ['x', '', 'W10', 'WyJhIiwxXQ'])
      expect(readClosedPage(store, homeId, { cursor: bad, limit: 10 }).ok).toBe(false)
  })

  it('that closed more than a year ago are deleted, open ones never, and at most a thousand closed are kept', () => {
    writeIncident(store, homeId, anIncident({ openedMs: NOW_MS - 800 * DAY_MS }))
    writeIncident(store, homeId, closed(0, NOW_MS - 366 * DAY_MS))
    for (let no = 1; no <= 1_005; no += 1) writeIncident(store, homeId, closed(no, NOW_MS - no))
    trimIncidents(store, homeId, NOW_MS)
    expect(readOpenIncidents(store, homeId)).toHaveLength(1)
    expect(countClosedIncidents(store, homeId, 0)).toBe(1_000)
    expect(readIncident(store, 'closed-1', homeId)).not.toBeNull()
    expect(readIncident(store, 'closed-1005', homeId)).toBeNull()
    expect(readIncident(store, 'closed-0', homeId)).toBeNull()
  })

  it('that cannot be read are left out, and the others are still read', () => {
    writeIncident(store, homeId, anIncident())
    writeIncident(store, homeId, anIncident({ id: 'broken' }))
    for (const body of ['{', '[]', 'null', '{"timeline":1}']) {
      store.db.prepare("UPDATE incident SET body = ? WHERE incident_id = 'broken'").run(body)
      expect(readOpenIncidents(store, homeId).map(({ id }) => id)).toEqual([anIncident().id])
    }
  })
})

describe('limits', () => {
  const own: WatchLimits = {
    ...DEFAULT_LIMITS,
    tokensPerMinute: 9_000,
    usdPerDay: 2.5,
    overrides: { 'source:telegram': { messages: 50 }, 'job:7c2e90d4ab11': { tokens: null, iterations: 5 } },
  }

  it('are the defaults until set, and again after a reset', () => {
    expect(readStoredLimits(store)).toEqual({ limits: DEFAULT_LIMITS, state: 'default' })
    writeLimits(store, own)
    expect(readStoredLimits(store)).toEqual({ limits: own, state: 'custom' })
    resetLimits(store)
    expect(readStoredLimits(store).state).toBe('default')
  })

  it.each([
    ['invalid JSON', '{'],
    ['no limits', '{}'],
    ['a limit of zero', JSON.stringify({ ...own, tokensPerMinute: 0 })],
    ['a limit as text', JSON.stringify({ ...own, walBytes: 'many' })],
    ['an unknown key', JSON.stringify({ ...own, surprise: 1 })],
    ['an override without a name', JSON.stringify({ ...own, overrides: { 'source:': {} } })],
    ['an override of an unknown kind', JSON.stringify({ ...own, overrides: { 'model:x': {} } })],
    ['an override with an unknown key', JSON.stringify({ ...own, overrides: { 'job:x': { walBytes: 1 } } })],
    ['null', 'null'],
  ])('stored as %s fall back to the defaults and say so', (_, value) => {
    store.db.prepare("INSERT INTO setting (key, value) VALUES ('watch-limits', ?)").run(value)
    expect(readStoredLimits(store)).toEqual({ limits: DEFAULT_LIMITS, state: 'unreadable' })
  })

  it('that could not be read later are not written', () => {
    expect(() => writeLimits(store, { ...own, walBytes: -1 })).toThrow()
    expect(readStoredLimits(store).state).toBe('default')
  })
})
