/** Compares the export of a session list, called as the guard would, with SQL on the same home. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { GET } from '@/app/api/v1/homes/[home]/sessions/route'
import { HOUR_MS } from '../../../shared/time.ts'
import { makeHome } from '../../../testing/make-home.ts'
import { tempHome } from '../../../testing/temp-home.ts'
import { getCollector } from '../../workers/get-collector.ts'
import { actorHeader } from '../guard/actor-header.ts'

const SESSIONS = 1_201
const temp = tempHome()
let rows: { id: string; source: string; calls: number }[]

beforeAll(() => {
  const nowMs = Date.now()
  const { databasePath } = makeHome({
    path: temp.path,
    era: 'aug',
    nowMs,
    sessions: Array.from({ length: SESSIONS }, (_, at) => ({
      id: `s${at}`,
      source: at % 3 === 0 ? 'cron' : 'cli',
      startedMs: nowMs - at * HOUR_MS,
      endedMs: nowMs - at * HOUR_MS + 1_000,
      endReason: 'cli_close',
      messages: 0,
      apiCalls: at,
    })),
  })
  const db = new Database(databasePath, { readonly: true })
  rows = db
    .prepare<[], (typeof rows)[number]>('SELECT id, source, api_call_count AS calls FROM sessions')
    .all()
  db.close()
  process.env.HERMES_HOME = temp.path
  process.env.STEWARD_DATA = join(temp.root, 'data')
})
afterAll(async () => {
  await getCollector().stop()
  temp.cleanup()
})

const actor = actorHeader.write({ role: 'viewer', via: 'token', name: 'viewer', address: '127.0.0.1' })
const get = (query: string) =>
  GET(
    new Request(`http://127.0.0.1/api/v1/homes/main/sessions?${query}`, {
      headers: { [actorHeader.name]: actor },
    }),
    { params: Promise.resolve({ home: 'main' }) },
  )

it('CSV and JSON contain every match of all pages once', async () => {
  for (const source of ['cron', 'cli']) {
    const expected = rows.filter((row) => row.source === source)
    const lines = (await (await get(`source=${source}&format=csv`)).text()).trimEnd().split('\r\n')
    const [header = '', ...body] = lines
    const calls = header.split(',').indexOf('apiCalls')
    expect(new Map(body.map((line) => [line.split(',')[0], Number(line.split(',')[calls])]))).toEqual(
      new Map(expected.map((row) => [row.id, row.calls])),
    )
    expect(body).toHaveLength(expected.length)
    const whole = await (await get(`source=${source}&format=all`)).json()
    expect(whole.total).toBe(expected.length)
    expect(whole.items.map(({ id }: { id: string }) => id).sort()).toEqual(
      expected.map(({ id }) => id).sort(),
    )
  }
})

it('the default is one page, and an explicit limit also applies to the whole list', async () => {
  const page = await (await get('')).json()
  expect(page.items).toHaveLength(100)
  expect(page.nextCursor).toEqual(expect.any(String))
  expect((await (await get('format=all&limit=7')).json()).items).toHaveLength(7)
})
