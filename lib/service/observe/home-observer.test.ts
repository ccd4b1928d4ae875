import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../shared/time.ts'
import { smallHome } from '../../testing/presets/small-home.ts'
import { tempHome } from '../../testing/temp-home.ts'
import { HomeObserver } from './home-observer.ts'

const temp = tempHome()
afterAll(temp.cleanup)

const FOREVER = Number.POSITIVE_INFINITY

/** When the current snapshot's database was read, without requesting a newer one. */
const readAt = async (observer: HomeObserver) => (await observer.assessed(FOREVER)).snapshot.seenAtMs

function touch(path: string): void {
  const db = new Database(join(path, 'state.db'))
  db.exec('UPDATE sessions SET message_count = message_count + 1')
  db.close()
}

it('a home is reread rarely without visitors, and a visitor sees changes at once', async () => {
  const startMs = Date.now()
  let nowMs = startMs
  const { path } = smallHome(join(temp.root, 'quiet'), 'aug', startMs)
  const home = { id: 'main', label: 'main', path, profile: null, root: path, demo: false }
  const observer = new HomeObserver(home, 'no memory in this test', { readOnly: false, clock: () => nowMs })
  await observer.observe()
  const first = await readAt(observer)

  for (let minute = 1; minute <= 5; minute += 1) {
    nowMs = startMs + minute * MINUTE_MS
    await observer.keepUp()
  }
  expect(await readAt(observer)).toBe(first)

  touch(path)
  nowMs += 5 * SECOND_MS
  await observer.keepUp()
  const second = nowMs
  expect(await readAt(observer)).toBe(second)

  touch(path)
  nowMs += MINUTE_MS
  await observer.keepUp()
  expect(await readAt(observer)).toBe(second)
  await observer.observe()
  expect(await readAt(observer)).toBe(nowMs)

  // Changes without a commit, like an expired lease or an ended process, are seen eventually.
  nowMs += 11 * MINUTE_MS
  await observer.keepUp()
  expect(await readAt(observer)).toBe(nowMs)
})

function observe(name: string, clock: () => number): HomeObserver {
  const { path } = smallHome(join(temp.root, name), 'aug', clock())
  const home = { id: 'main', label: 'main', path, profile: null, root: path, demo: false }
  return new HomeObserver(home, 'no memory in this test', { readOnly: false, clock })
}

const counted = (observer: HomeObserver, name: 'yours' | 'checkpoints') =>
  observer.lastKnown().overview.disk?.classes.find(({ id }) => id === name)?.bytes ?? 0

it('every file is rescanned periodically, however many requests come in between', async () => {
  const startMs = Date.now()
  let nowMs = startMs
  const observer = observe('watched', () => nowMs)
  // Growth deep inside a repository changes no signature.
  const repository = join(observer.home.path, 'checkpoints', '0123456789abcdef')
  mkdirSync(join(repository, 'info'), { recursive: true })
  utimesSync(repository, 1_700_000_000, 1_700_000_000)
  const write = (bytes: number) => writeFileSync(join(repository, 'info', 'exclude'), 'x'.repeat(bytes))
  write(1)
  await observer.keepUp()
  const before = counted(observer, 'checkpoints')
  write(1_000_000)
  for (let minute = 12; minute <= 6 * 60; minute += 12) {
    nowMs = startMs + minute * MINUTE_MS
    await observer.observe()
    await observer.keepUp()
  }
  nowMs += MINUTE_MS
  expect(counted(observer, 'checkpoints')).toBeGreaterThan(before + 900_000)
})

it('a clock that was set back does not make old data count as fresh', async () => {
  let nowMs = Date.now()
  const observer = observe('set-back', () => nowMs)
  await observer.observe()
  await observer.keepUp()

  const before = counted(observer, 'yours')
  nowMs -= 30 * DAY_MS
  writeFileSync(join(observer.home.path, 'SOUL.md'), 'x'.repeat(1_000_000))
  await observer.keepUp()
  expect(await readAt(observer)).toBe(nowMs)
  expect(counted(observer, 'yours')).toBeGreaterThan(before + 900_000)

  nowMs -= HOUR_MS
  await observer.observe()
  expect(await readAt(observer)).toBe(nowMs)
})

it('the overview’s burn is the one that Watch shows', async () => {
  let nowMs = Date.now()
  const { path } = smallHome(join(temp.root, 'burning'), 'aug', nowMs)
  const home = { id: 'main', label: 'main', path, profile: null, root: path, demo: false }
  const observer = new HomeObserver(home, 'no memory in this test', {
    readOnly: false,
    clock: () => nowMs,
    elapsed: () => nowMs,
  })
  expect((await observer.observe()).overview.burn.tokensPerMinute).toBeNull()
  observer.sampler.takeSample()
  for (const input of [70, 7_000, 0]) {
    const db = new Database(join(path, 'state.db'))
    db.prepare(
      'UPDATE sessions SET input_tokens = input_tokens + ? WHERE id = (SELECT min(id) FROM sessions)',
    ).run(input)
    db.close()
    nowMs += 20 * SECOND_MS
    const { tokensPerMinute } = observer.sampler.takeSample().burn
    expect((await observer.observe()).overview.burn.tokensPerMinute).toBe(tokensPerMinute?.input)
  }
  expect((await observer.observe()).overview.burn.tokensPerMinute).toBe(7_070)
})

it('the JSON of a home says since when, until when and why Hermes is paused', async () => {
  const nowMs = Date.now()
  let clockMs = nowMs
  const observer = observe('paused', () => clockMs)
  expect((await observer.observe()).status.live.paused).toBeNull()
  const body = {
    engaged_at: new Date(nowMs).toISOString(),
    expires_at: new Date(nowMs + HOUR_MS).toISOString(),
    reason: 'move\u202Eto\u0007disk',
    allow: { user_ids: ['7'] },
  }
  writeFileSync(join(observer.home.path, 'ESTOP'), JSON.stringify(body))
  clockMs += 3 * SECOND_MS
  expect((await observer.observe()).status.live.paused).toEqual({
    since: body.engaged_at,
    until: body.expires_at,
    reason: 'move\uFFFDto\uFFFDdisk',
    by: 'home',
    allowedUsers: 1,
  })
})
