/** Incidents and metrics over the HTTP API, called as the guard would. */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GET as list } from '@/app/api/v1/homes/[home]/incidents/route'
import { POST as acknowledge } from '@/app/api/v1/incidents/[id]/acknowledge/route'
import { GET as one } from '@/app/api/v1/incidents/[id]/route'
import { GET as metrics } from '@/app/metrics/route'
import type { Role } from '../../../domain/access/actor.ts'
import { readAudit } from '../../../store/access/audit.ts'
import { rememberHome } from '../../../store/homes.ts'
import { openStore, type Store } from '../../../store/open-store.ts'
import { writeIncident } from '../../../store/watch/incidents.ts'
import { digestTree } from '../../../testing/digest-tree.ts'
import { smallHome } from '../../../testing/presets/small-home.ts'
import { tempHome } from '../../../testing/temp-home.ts'
import { anIncident } from '../../../testing/watch/incidents.ts'
import { getCollector } from '../../workers/get-collector.ts'
import { actorHeader } from '../guard/actor-header.ts'

const temp = tempHome()
let store: Store
/** A kind that stays open for hours after it was last detected. */
const open = anIncident({ id: 'open-1', kind: 'leak-rate-rising', subject: '', level: 'critical' })

beforeAll(() => {
  const path = smallHome(temp.path, 'aug', Date.now()).path
  const other = smallHome(join(temp.root, 'other'), 'aug', Date.now()).path
  process.env.HERMES_HOME = path
  process.env.STEWARD_HOMES = other
  process.env.STEWARD_DATA = join(temp.root, 'data')
  const opened = openStore(join(temp.root, 'data'))
  if (!opened.ok) throw new Error(opened.fault.detail)
  store = opened.value
  const homeNo = rememberHome(store, path)
  writeIncident(store, homeNo, open)
  for (let no = 0; no < 7; no += 1)
    writeIncident(store, homeNo, anIncident({ id: `closed-${no}`, closedMs: Date.now() - no * 1_000 }))
  writeIncident(
    store,
    rememberHome(store, other),
    anIncident({ id: 'of-other', homeId: 'old-name', closedMs: Date.now() }),
  )
})
afterAll(async () => {
  await getCollector().stop()
  store.close()
  temp.cleanup()
})

const headers = (role: Role) => ({
  'content-type': 'application/json',
  [actorHeader.name]: actorHeader.write({ role, via: 'token', name: `${role}-token`, address: '127.0.0.1' }),
})
const ask = (path: string, init: RequestInit = {}) =>
  new Request(`http://127.0.0.1${path}`, { headers: headers('viewer'), ...init })
const listed = (query: string, home = 'main') =>
  list(ask(`/api/v1/homes/${home}/incidents${query}`), { params: Promise.resolve({ home }) })
const asked = (id: string) => one(ask(`/api/v1/incidents/${id}`), { params: Promise.resolve({ id }) })
const noted = (id: string, body: unknown, role: Role = 'operator') =>
  acknowledge(ask('/', { method: 'POST', headers: headers(role), body: JSON.stringify(body) }), {
    params: Promise.resolve({ id }),
  })
const message = async (response: Response) => {
  const { error } = await response.json()
  return `${response.status} ${error.code}: ${error.message}`
}

it('open incidents are listed in full, except for their timeline', async () => {
  const { items, nextCursor } = await (await listed('')).json()
  expect(nextCursor).toBeNull()
  expect(items).toMatchObject([
    {
      id: 'open-1',
      home: 'main',
      kind: 'leak-rate-rising',
      level: 'critical',
      state: 'open',
      openedAt: '2026-09-21T14:13:20.000Z',
      closedAt: null,
      acknowledged: null,
    },
  ])
  expect(items[0]).not.toHaveProperty('timeline')
})

it('closed incidents are paged by cursor, newest first, each once', async () => {
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const query: string = `?state=closed&limit=3${cursor === null ? '' : `&cursor=${cursor}`}`
    const page = await (await listed(query)).json()
    ids.push(...page.items.map(({ id }: { id: string }) => id))
    cursor = page.nextCursor
  } while (cursor !== null)
  expect(ids).toEqual([0, 1, 2, 3, 4, 5, 6].map((no) => `closed-${no}`))
})

it('an incident of any home is found by its id, under the home’s current name', async () => {
  expect(await (await asked('closed-0')).json()).toMatchObject({
    id: 'closed-0',
    state: 'closed',
    timeline: [{ at: '2026-09-21T14:13:20.000Z', kind: 'opened' }],
    values: [{ value: 212_000 }],
  })
  expect(await (await asked('of-other')).json()).toMatchObject({ id: 'of-other', home: 'other' })
})

it('acknowledging is audited, keeps the incident open with the note, and leaves the home alone', async () => {
  const before = digestTree(temp.path)
  const response = await noted('open-1', { note: ' <b>I</b> am on it\u202e ' })
  expect(response.status).toBe(200)
  const answered = await response.json()
  expect(answered).toMatchObject({
    state: 'open',
    acknowledged: { by: 'operator-token', note: '<b>I</b> am on it\u202e' },
  })
  expect(answered.timeline.at(-1)).toMatchObject({ kind: 'acknowledged' })
  expect((await (await asked('open-1')).json()).acknowledged).toEqual(answered.acknowledged)
  expect(readAudit(store, 1)).toMatchObject([
    { event: 'incident-acknowledged', actor: 'operator-token', role: 'operator', address: '127.0.0.1' },
  ])
  expect(digestTree(temp.path)).toEqual(before)
})

it('closed incidents and those of other homes accept a note', async () => {
  expect((await noted('closed-3', { note: 'it was the disk' })).status).toBe(200)
  expect((await (await asked('closed-3')).json()).acknowledged.note).toBe('it was the disk')
  expect((await noted('of-other', {})).status).toBe(200)
  expect((await (await asked('of-other')).json()).acknowledged.note).toBe('')
})

describe('refused', () => {
  it('a viewer, and nothing is acknowledged', async () => {
    expect(await message(await noted('closed-5', { note: 'x' }, 'viewer'))).toMatch(/^403 forbidden/)
    expect((await (await asked('closed-5')).json()).acknowledged).toBeNull()
  })

  it.each([
    ['a note of 501 characters', { note: 'x'.repeat(501) }],
    ['an unknown field', { note: 'x', close: true }],
    ['a note that is not text', { note: 1 }],
  ])('%s', async (_, body) => {
    expect(await message(await noted('closed-5', body))).toMatch(/^400 bad-input/)
  })

  it('an unknown incident', async () => {
    expect(await message(await asked('nothing'))).toMatch(/^404 not-found/)
    expect(await message(await noted('nothing', {}))).toMatch(/^404 not-found/)
    expect(await message(await listed('', 'nobody'))).toMatch(/^404 not-found/)
  })

  it('unknown parameters and invalid values', async () => {
    for (const query of ['?state=all', '?state=closed&cursor=abc', '?cursor=W10', '?limit=0', '?x=1'])
      expect(await message(await listed(query))).toMatch(/^400 bad-input/)
  })

  it('a request that did not pass the guard', async () => {
    for (const response of [
      await list(new Request('http://127.0.0.1/'), { params: Promise.resolve({ home: 'main' }) }),
      await one(new Request('http://127.0.0.1/'), { params: Promise.resolve({ id: 'open-1' }) }),
      await metrics(new Request('http://127.0.0.1/metrics')),
    ])
      expect(response.status).toBe(401)
  })
})

it('metrics include every home’s known values and the server’s own', async () => {
  const response = await metrics(ask('/metrics'))
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const text = await response.text()
  const sessions = (await getCollector().observe('main'))?.answer.overview.sessions
  for (const line of [
    `steward_sessions{home="main"} ${sessions?.total}`,
    `steward_sessions_open{home="main"} ${sessions?.open}`,
    `steward_sessions_leaked{home="main"} ${sessions?.leaked}`,
    'steward_incidents_open{home="main",kind="leak-rate-rising",level="critical"} 1',
  ])
    expect(text).toContain(`${line}\n`)
  for (const name of [
    'steward_tokens_total{home="other",kind="cache_read"}',
    'steward_disk_free_bytes{home="main"}',
    'steward_disk_total_inodes{home="main"}',
    'steward_database_bytes{home="other"}',
    'steward_newest_message_age_seconds{home="main"}',
    'steward_sample_age_seconds{home="main"}',
    'steward_sample_duration_seconds{home="main"}',
    'process_cpu_seconds_total',
    'process_resident_memory_bytes',
  ])
    expect(text).toContain(`${name} `)
})
