/** The routes, called as the guard would: accepted and refused input, and the shape of a CSV. */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GET as checkpoints } from '@/app/api/v1/homes/[home]/checkpoints/route'
import { GET as cron } from '@/app/api/v1/homes/[home]/cron/route'
import { POST as countDatabase, GET as database } from '@/app/api/v1/homes/[home]/database/route'
import { GET as gateway } from '@/app/api/v1/homes/[home]/gateway/route'
import { GET as storage } from '@/app/api/v1/homes/[home]/storage/route'
import { smallHome } from '../../../testing/presets/small-home.ts'
import { tempHome } from '../../../testing/temp-home.ts'
import { getCollector } from '../../workers/get-collector.ts'
import { actorHeader } from '../guard/actor-header.ts'

const ROUTES = { checkpoints, cron, gateway, storage }
const temp = tempHome()

beforeAll(() => {
  process.env.HERMES_HOME = smallHome(temp.path, 'aug', Date.now()).path
  process.env.STEWARD_DATA = join(temp.root, 'data')
})
afterAll(async () => {
  await getCollector().stop()
  temp.cleanup()
})

const actor = actorHeader.write({
  role: 'operator',
  via: 'token',
  name: 'operator-token',
  address: '127.0.0.1',
})

async function ask(route: keyof typeof ROUTES, query = '', home?: string) {
  const id = home ?? (await getCollector().homes())[0]?.home.id ?? ''
  const request = new Request(`http://127.0.0.1/api/v1/homes/${id}/${route}${query}`, {
    headers: { [actorHeader.name]: actor },
  })
  return ROUTES[route](request, { params: Promise.resolve({ home: id }) })
}

describe.each(['checkpoints', 'cron', 'gateway', 'storage'] as const)('%s', (route) => {
  it('answers with JSON and the same rows as CSV', async () => {
    const json = await ask(route)
    expect(json.status).toBe(200)
    const csv = await ask(route, '?format=csv')
    expect(csv.headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="${route}-.+\\.csv"$`),
    )
    const { items, jobs, entries, classes } = await json.json()
    const rows = items ?? jobs ?? entries ?? classes
    expect((await csv.text()).trim().split('\r\n')).toHaveLength(rows.length + 1)
  })

  it('refuses unknown parameters and unknown homes', async () => {
    for (const query of ['?surprise=1', '?format=xml', '?format=csv&format=csv'])
      expect((await ask(route, query)).status).toBe(400)
    expect((await ask(route, '', 'nobody')).status).toBe(404)
  })
})

it.each(['..', '/etc', 'a/../b', 'sessions%00', 'sessions//x'])(
  'storage refuses the path %s',
  async (path) => {
    const response = await ask('storage', `?path=${path}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      error: { code: 'bad-input', message: 'path has no usable value.' },
    })
  },
)

it('storage opens a folder by its path and reports a missing one', async () => {
  expect(await (await ask('storage', '?path=sessions')).json()).toMatchObject({
    path: 'sessions',
    complete: true,
  })
  expect((await ask('storage', '?path=')).status).toBe(200)
  expect((await ask('storage', '?path=no-such-folder')).status).toBe(404)
})

it('lists are paged by cursor and refuse a cursor of another order or an invalid one', async () => {
  const first = await (await ask('checkpoints', '?limit=2&sort=workdir&order=asc')).json()
  expect(first.items).toHaveLength(2)
  const next = await (
    await ask('checkpoints', `?limit=2&sort=workdir&order=asc&cursor=${first.nextCursor}`)
  ).json()
  expect(next.items[0].workdir > first.items[1].workdir).toBe(true)
  expect((await ask('checkpoints', `?sort=bytes&cursor=${first.nextCursor}`)).status).toBe(400)
  expect((await ask('gateway', '?cursor=abc')).status).toBe(400)
})

it('a new count of the database needs a POST, and a GET cannot request one', async () => {
  const context = { params: Promise.resolve({ home: 'main' }) }
  const headers = { [actorHeader.name]: actor, 'content-type': 'application/json' }
  const address = 'http://127.0.0.1/api/v1/homes/main/database'
  const post = (body: unknown) =>
    countDatabase(new Request(address, { method: 'POST', headers, body: JSON.stringify(body) }), context)
  expect((await post({ count: 'again' })).status).toBe(200)
  expect((await post({ count: 'stop' })).status).toBe(200)
  for (const body of [{}, { count: 'if-needed' }, { count: 'again', force: true }])
    expect((await post(body)).status).toBe(400)
  expect((await database(new Request(`${address}?count=again`, { headers }), context)).status).toBe(400)
  expect((await database(new Request(address, { headers }), context)).status).toBe(200)
})
