/**
 * Plans over the HTTP API, called as the guard would: accepted and refused input, and the shape of responses.
 */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { POST } from '@/app/api/v1/homes/[home]/plans/route'
import { GET as items } from '@/app/api/v1/plans/[id]/items/route'
import { GET as plan } from '@/app/api/v1/plans/[id]/route'
import type { Role } from '../../../domain/access/actor.ts'
import { digestTree } from '../../../testing/digest-tree.ts'
import { smallHome } from '../../../testing/presets/small-home.ts'
import { tempHome } from '../../../testing/temp-home.ts'
import { getCollector } from '../../workers/get-collector.ts'
import { actorHeader } from '../guard/actor-header.ts'

const temp = tempHome()
beforeAll(() => {
  process.env.HERMES_HOME = smallHome(temp.path, 'aug', Date.now()).path
  process.env.STEWARD_DATA = join(temp.root, 'data')
})
afterAll(async () => {
  await getCollector().stop()
  temp.cleanup()
})

const headers = (role: Role = 'operator') => ({
  'content-type': 'application/json',
  [actorHeader.name]: actorHeader.write({ role, via: 'token', name: `${role}-token`, address: '127.0.0.1' }),
})
const post = (body: unknown, init: RequestInit = {}, home = 'main') =>
  POST(
    new Request(`http://127.0.0.1/api/v1/homes/${home}/plans`, {
      method: 'POST',
      headers: headers(),
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...init,
    }),
    { params: Promise.resolve({ home }) },
  )
const get = (route: typeof plan, id: string, query = '') =>
  route(new Request(`http://127.0.0.1/api/v1/plans/${id}${query}`, { headers: headers('viewer') }), {
    params: Promise.resolve({ id }),
  })
const weekly = {
  steps: [
    { action: 'prune-sessions', policy: { olderThanDays: 2, sources: ['cron'] } },
    { action: 'orphan-files', policy: { olderThanDays: 7 } },
    { action: 'checkpoints', policy: { olderThanDays: 7, states: ['orphan'] } },
  ],
  disposition: 'trash',
}
const message = async (response: Response) => {
  const { error } = await response.json()
  return `${response.status} ${error.code}: ${error.message}`
}

it('every session of a large home can be named, and one too many is refused with a message', async () => {
  const choose = (count: number) => ({
    steps: [
      {
        action: 'prune-sessions',
        policy: {
          olderThanDays: 0,
          ids: Array.from({ length: count }, (_, at) => `cron_a1a1a1a1a1a1_20261101_${at}`),
        },
      },
    ],
    disposition: 'trash',
  })
  expect((await post(choose(60_000))).status).toBe(200)
  expect(await message(await post(choose(100_001)))).toMatch(/^400 bad-input/)
})

it('a viewer can make a plan, which returns its first items and changes nothing', async () => {
  const before = digestTree(temp.path)
  const response = await post(weekly, { headers: headers('viewer') })
  expect(response.status).toBe(200)
  const made = await response.json()
  expect(made).toMatchObject({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    state: 'open',
    home: 'main',
    createdBy: 'viewer-token',
    disposition: 'trash',
    steps: [{ action: 'prune-sessions', policy: { olderThanDays: 2, keepNewest: null } }, {}, {}],
    refusals: [],
    disk: { freesNowBytes: 0, freesLaterBytes: made.totals.act.bytes },
    receiptId: null,
  })
  expect(Date.parse(made.expiresAt) - Date.parse(made.createdAt)).toBe(3_600_000)
  expect(made.items.length).toBe(Math.min(100, made.totals.act.items + made.totals.keep.items))
  expect(made.items[0]).toEqual({
    id: '1',
    step: expect.any(Number),
    kind: expect.any(String),
    key: expect.any(String),
    label: expect.any(String),
    verdict: 'act',
    reason: { code: expect.any(String), message: expect.any(String) },
    bytes: expect.any(Number),
    apparentBytes: expect.any(Number),
    rowBytes: expect.any(Number),
    together: null,
    lastActiveAt: expect.any(String),
  })
  expect(await (await get(plan, made.id)).json()).toEqual(made)
  expect(digestTree(temp.path)).toEqual(before)
})

it('items are paged by cursor under every filter', async () => {
  const made = await (await post(weekly)).json()
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const query: string = `?verdict=keep&limit=5${cursor === null ? '' : `&cursor=${cursor}`}`
    const page = await (await get(items, made.id, query)).json()
    ids.push(...page.items.map(({ id }: { id: string }) => id))
    cursor = page.nextCursor
  } while (cursor !== null)
  expect(ids.length).toBe(made.totals.keep.items)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { verdict, code, items: count } of made.totals.byReason) {
    const page = await (await get(items, made.id, `?verdict=${verdict}&reason=${code}&limit=1`)).json()
    expect(page.matched).toBeGreaterThanOrEqual(count)
  }
  const searched = await (await get(items, made.id, '?q=0RPHAN&step=1')).json()
  expect(searched.matched).toBeGreaterThan(0)
  expect(searched.items.every(({ label }: { label: string }) => label.includes('0rphan'))).toBe(true)
})

it('actions selected by state or kept by count need no age', async () => {
  for (const [action, policy] of [
    ['gateway-entries', {}],
    ['cron-output', { keepNewest: 5 }],
    ['compact-database', {}],
  ]) {
    const response = await post({ steps: [{ action, policy }], disposition: 'trash' })
    expect([action, response.status]).toEqual([action, 200])
  }
})

describe('refused', () => {
  const step = (action: string, policy: object) => ({ steps: [{ action, policy }], disposition: 'trash' })
  it.each([
    ['a missing age', step('prune-sessions', {}), 'steps.0.policy.olderThanDays is missing.'],
    [
      'an unknown policy field',
      step('orphan-files', { olderThanDays: 1, surprise: 1 }),
      'steps.0.policy.surprise is not known here.',
    ],
    ['an unknown field beside the steps', { ...weekly, force: true }, 'force is not known here.'],
    [
      'a path',
      {
        steps: [{ action: 'orphan-files', policy: { olderThanDays: 1 }, path: '/etc' }],
        disposition: 'trash',
      },
      'steps.0.path is not known here.',
    ],
    ['no steps', { steps: [], disposition: 'trash' }, 'steps: Too small: expected array to have >=1 items.'],
    [
      'no disposition',
      { steps: weekly.steps },
      'disposition: Invalid option: expected one of "trash"|"archive"|"delete".',
    ],
    [
      'an age below zero',
      step('orphan-files', { olderThanDays: -1 }),
      'steps.0.policy.olderThanDays: Too small: expected number to be >=0.',
    ],
    [
      'an age as text',
      step('orphan-files', { olderThanDays: '7' }),
      'steps.0.policy.olderThanDays: Invalid input: expected number, received string.',
    ],
    ['an unknown action', step('format-disk', {}), /^400 bad-input: steps\.0\.action: /],
    ['no object', '[]', 'The body: Invalid input: expected object, received array.'],
    ['a truncated body', '{"steps":', 'The body is not valid JSON.'],
    ['an empty body', '', 'The body is not valid JSON.'],
  ])('%s', async (_, body, words) => {
    const said = await message(await post(body))
    if (typeof words === 'string') expect(said).toBe(`400 bad-input: ${words}`)
    else expect(said).toMatch(words)
  })

  it('a body whose content type is not JSON', async () => {
    const plain = { ...headers(), 'content-type': 'text/plain' }
    expect(await message(await post(weekly, { headers: plain }))).toMatch(/^415 not-json/)
  })

  it('a body over eight megabytes, even as an endless stream', async () => {
    const large = ' '.repeat(8_000_001)
    expect(await message(await post(large))).toMatch(/^413 too-large/)
    const stream = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(100_000).fill(32)),
    })
    const init: RequestInit & { duplex: 'half' } = { body: stream, duplex: 'half' }
    expect(await message(await post('', init))).toMatch(/^413 too-large/)
  })

  it('unknown homes and plans, and cursors of another plan', async () => {
    expect(await message(await post(weekly, {}, 'nobody'))).toMatch(/^404 not-found/)
    expect(await message(await get(plan, 'nothing'))).toMatch(/^404 not-found/)
    expect(await message(await get(items, 'nothing'))).toMatch(/^404 not-found/)
    const made = await (await post(weekly)).json()
    expect(await message(await get(items, made.id, '?cursor=abc'))).toMatch(/^400 bad-input/)
    expect(await message(await get(items, made.id, '?verdict=maybe'))).toMatch(/^400 bad-input/)
    expect(await message(await get(items, made.id, '?surprise=1'))).toMatch(/^400 bad-input/)
  })

  it('a request that did not pass the guard', async () => {
    const response = await post(weekly, { headers: { 'content-type': 'application/json' } })
    expect(response.status).toBe(401)
  })
})
