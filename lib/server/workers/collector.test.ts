import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { WatchState } from '../../domain/watch/watch-state.ts'
import { captureLog } from '../../testing/capture-log.ts'
import { smallHome } from '../../testing/presets/small-home.ts'
import { startWriter } from '../../testing/processes/line-child.ts'
import { tempHome } from '../../testing/temp-home.ts'
import { Collector } from './collector.ts'

const temp = tempHome()
const opened = smallHome(join(temp.root, 'opened'), 'aug', Date.now())
const further = smallHome(join(temp.root, 'further'), 'mar', Date.now())
const collector = new Collector({
  hermesHome: opened.path,
  extraHomes: [further.path],
  dataDir: join(temp.root, 'data'),
  demoHome: null,
  readOnly: false,
})
afterAll(async () => {
  await collector.stop()
  temp.cleanup()
})

it('the default home answers without an id, and otherwise the home with that id', async () => {
  const [first, second] = [await collector.observe(null), await collector.observe('further')]
  expect(first?.answer.status).toMatchObject({ id: 'main', schema: 26 })
  expect(second?.answer.status).toMatchObject({ id: 'further', schema: 6 })
  expect(first?.homes.map(({ id }) => id)).toEqual(['main', 'further'])
})

it('an unknown home id gives null', async () => {
  expect(await collector.observe('nobody')).toBeNull()
  expect(await collector.command('nobody', 'count-again', null)).toBeNull()
})

it('concurrent requests share one observation', async () => {
  const observations = await Promise.all(Array.from({ length: 50 }, () => collector.observe('main')))
  expect(new Set(observations).size).toBe(1)
})

it('a home that cannot be read is left out of the list, logged once, and does not affect the others', async () => {
  class Faulty extends Collector {
    override observe(homeId: string | null) {
      return homeId === 'further' ? super.observe(homeId) : Promise.reject(new Error('cannot be read'))
    }
  }
  const settings = { extraHomes: [further.path], demoHome: null, readOnly: false }
  const faulty = new Faulty({ ...settings, hermesHome: opened.path, dataDir: join(temp.root, 'other-data') })
  await expect(faulty.homes()).rejects.toThrow('cannot be read')
  await faulty.observe('further')
  const lines = captureLog()
  for (const _ of [1, 2]) expect((await faulty.homes()).map(({ home }) => home.id)).toEqual(['further'])
  expect(lines()).toMatchObject([{ level: 'error', message: 'home not read', home: 'main' }])
  await faulty.stop()
})

it('a new count reflects files removed by hand at once', async () => {
  const before = (await collector.observe('main'))?.answer.overview.files?.transcripts.count ?? 0
  rmSync(join(opened.sessionsPath, 'session_20260101_080002_0rphan.json'))
  const after = await collector.command('main', 'count-again', null)
  expect(after?.answer.overview.files?.transcripts.count).toBe(before - 1)
  expect((await collector.observe('main'))?.answer.overview.files?.transcripts.count).toBe(before - 1)
})

it('a row that another process just wrote is in the next answer', async () => {
  const total = async () => (await collector.observe('main'))?.answer.overview.sessions?.total ?? 0
  const before = await total()
  const hermes = await startWriter(opened.databasePath)
  for (const more of [1, 2, 3]) {
    await hermes.ask(
      `db.prepare("INSERT INTO sessions (id, source, started_at) VALUES ('fresh-${more}', 'cli', unixepoch())").run().changes`,
    )
    // Reads are throttled, so after a burst the change may only be in the answer after the next.
    await expect.poll(total, { interval: 20 }).toBe(before + more)
  }
  await hermes.stop()
})

const BURN = [
  "INSERT INTO sessions (id, source, started_at, input_tokens) VALUES ('burns', 'cli', unixepoch(), 9000)",
  "INSERT INTO messages (session_id, role, timestamp) VALUES ('burns', 'assistant', unixepoch())",
].join('; ')

it('every home is sampled without a request, and a burn is pushed within two samples', async () => {
  const seen: WatchState[] = []
  const leave = collector.onWatch((state) => seen.push(state))
  await expect
    .poll(() => new Set(seen.map(({ homeId }) => homeId)), { interval: 50 })
    .toEqual(new Set(['main', 'further']))
  const hermes = await startWriter(opened.databasePath)
  await hermes.ask(`db.exec("${BURN}") && 1`)
  await expect
    .poll(() => seen.flatMap(({ burn }) => burn.burners).find(({ id }) => id === 'burns')?.source, {
      interval: 50,
    })
    .toBe('cli')
  await hermes.stop()
  const reply = await collector.query('main', 'watch', null)
  expect(reply?.answer.state.homeId).toBe('main')
  expect(reply?.answer.history.points.some(({ tokens }) => tokens?.input === 9_000)).toBe(true)
  leave()
})

const BY = { name: 'operator-abc', role: 'operator', address: '10.0.0.7' } as const

it('a command that changes the watch page is followed by a sample on every open page', async () => {
  const pushed: WatchState[] = []
  const leave = collector.onWatch((state) => pushed.push(state))
  await collector.command('further', 'pause-reads', { paused: true, by: BY })
  expect(pushed.find(({ homeId }) => homeId === 'further')?.pausedMs).toEqual(expect.any(Number))
  await collector.command('further', 'pause-reads', { paused: false, by: BY })
  expect(pushed.findLast(({ homeId }) => homeId === 'further')?.pausedMs).toBeNull()
  leave()
})

it('while reads are paused, the last observation is used and no message is read', async () => {
  const paused = await collector.command('main', 'pause-reads', { paused: true, by: BY })
  expect(paused?.answer.pausedMs).toEqual(expect.any(Number))
  const session = await collector.query('main', 'session', { id: 'chat_live_0' })
  expect(session).not.toBeNull()
  const search = await collector.query('main', 'session-messages', {
    id: 'chat_live_0',
    query: { cursor: null, from: 'end', limit: 10 },
  })
  expect(JSON.stringify(search?.answer)).toContain('reads-paused')
  const resumed = await collector.command('main', 'pause-reads', { paused: false, by: BY })
  expect(resumed?.answer.pausedMs).toBeNull()
  const audit = await collector.queryStore('audit', { kind: 'done', before: null, limit: 2 })
  expect(audit?.answer).toMatchObject({
    ok: true,
    value: [
      { event: 'reads-resumed', actor: BY.name, role: BY.role, address: BY.address },
      { event: 'reads-paused', actor: BY.name },
    ],
  })
})
