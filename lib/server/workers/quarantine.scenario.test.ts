/** A home whose data ends the collector is not read any more; the others are, and it can be retried. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, expect, it, vi } from 'vitest'
import { ACTIONS } from '../../domain/plan/action.ts'
import { HOUR_MS } from '../../shared/time.ts'
import { captureLog } from '../../testing/capture-log.ts'
import { tinyHome } from '../../testing/presets/tiny-home.ts'
import { tempHome } from '../../testing/temp-home.ts'
import { Collector } from './collector.ts'

const temp = tempHome()
const good = tinyHome(join(temp.root, 'good'), Date.now())
const bad = tinyHome(join(temp.root, 'bad'), Date.now())
let elapsedMs = 0
const collector = new Collector(
  {
    hermesHome: good.path,
    extraHomes: [bad.path],
    dataDir: join(temp.root, 'data'),
    demoHome: null,
    readOnly: false,
  },
  { memoryMb: { first: 64, most: 96, young: 4 }, elapsed: () => elapsedMs },
)
afterAll(async () => {
  await collector.stop()
  temp.cleanup()
})

const BY = { name: 'operator-abc', role: 'operator', address: '10.0.0.7' } as const
const codesOf = (observed: Awaited<ReturnType<typeof collector.observe>>) =>
  observed?.answer.overview.notices.map(({ code }) => code)

/** More text in short columns than the thread may use. */
function fill(): void {
  const db = new Database(bad.databasePath)
  db.exec(`INSERT INTO sessions (id, source, started_at, model)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
    SELECT 'filler-' || i, 'cli', 1, i || hex(zeroblob(30000)) FROM n`)
  db.close()
}

function empty(): void {
  const db = new Database(bad.databasePath)
  db.exec("DELETE FROM sessions WHERE id LIKE 'filler-%'")
  db.close()
}

const quarantined = () =>
  vi.waitFor(
    async () => {
      const asked = collector.observe('bad')
      const [observed, other] = await Promise.all([asked, collector.query('main', 'watch', null)])
      expect(other?.answer.state.homeId).toBe('main')
      expect(codesOf(observed)).toContain('home-quarantined')
    },
    { timeout: 60_000 },
  )

it('the others are shown, the reason is on its page, and it is read again once its files changed or an operator retries', async () => {
  await collector.observe(null)
  expect(codesOf(await collector.observe('bad'))).not.toContain('home-quarantined')
  const lines = captureLog()
  fill()
  // The first crash only gives the thread more memory. Requests for the other home are answered meanwhile.
  await quarantined()
  const observed = await collector.observe('bad')
  expect(observed?.answer.status.refusals).toEqual([
    {
      code: 'home-quarantined',
      message: expect.stringContaining('Steward ran out of memory while reading it'),
      stops: ACTIONS,
    },
  ])
  expect(observed?.answer.overview).toMatchObject({ sessions: null, files: null })
  expect((await collector.observe(null))?.answer.overview.sessions?.total).toBeGreaterThan(0)
  const messages = await collector.query('bad', 'session-messages', {
    id: 'lone',
    query: { cursor: null, from: 'end', limit: 10 },
  })
  expect(messages?.answer).toMatchObject({ ok: false, fault: { code: 'home-quarantined' } })
  const crashes = lines().filter(({ message }) => message === 'collector stopped, restarting')
  expect(crashes.map(({ quarantined }) => quarantined)).toEqual([false, true])

  empty()
  elapsedMs += HOUR_MS
  await vi.waitFor(
    async () => expect(codesOf(await collector.observe('bad'))).not.toContain('home-quarantined'),
    { timeout: 60_000 },
  )

  fill()
  await quarantined()
  empty()
  expect(await collector.retryHome('main', BY)).toBe(false)
  expect(await collector.retryHome('missing', BY)).toBeNull()
  expect(await collector.retryHome('bad', BY)).toBe(true)
  const again = await collector.observe('bad')
  expect(codesOf(again)).not.toContain('home-quarantined')
  expect(again?.answer.overview.sessions?.total).toBeGreaterThan(0)
  const audit = await collector.queryStore('audit', { kind: 'done', before: null, limit: 1 })
  expect(audit.answer).toMatchObject({ ok: true, value: [{ event: 'home-retried', actor: BY.name }] })
})
