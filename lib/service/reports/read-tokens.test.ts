/** Compares tokens with SQL on a copy, on generated homes of every era and on real ones. */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, describe, expect, it } from 'vitest'
import { TOKEN_KINDS, type TokenSums } from '../../domain/tokens/token-sums.ts'
import { TOKEN_GROUPINGS } from '../../domain/tokens/tokens-view.ts'
import { DAY_MS, HOUR_MS, toUtcDay } from '../../shared/time.ts'
import { openStore } from '../../store/open-store.ts'
import { homesOfEveryEra } from '../../testing/homes-of-every-era.ts'
import { makeHome } from '../../testing/make-home.ts'
import { tempHome } from '../../testing/temp-home.ts'
import { HomeMemory } from '../observe/home-memory.ts'
import { HomeObserver } from '../observe/home-observer.ts'
import { readTokens } from './read-tokens.ts'

const temp = tempHome()
const store = openStore(join(temp.root, 'data'))
if (!store.ok) throw new Error(store.fault.detail)
afterAll(() => {
  store.value.close()
  temp.cleanup()
})

const observe = (path: string, clock: () => number) =>
  new HomeObserver(
    { id: 'main', label: 'main', path, profile: null, root: path, demo: false },
    new HomeMemory(store.value, path),
    { readOnly: false, clock },
  )

const KINDS = 'total(input_tokens), total(output_tokens), total(cache_read_tokens), total(cache_write_tokens)'
const figures = (sums: TokenSums | null | undefined) => TOKEN_KINDS.map((kind) => sums?.[kind] ?? null)

describe.each(homesOfEveryEra)('%s', (name, make) => {
  it('totals, days, groups and costs equal SQL', async () => {
    const path = make(temp.root)
    const copy = join(temp.root, `copy-${name.replace(' ', '-')}.db`)
    cpSync(join(path, 'state.db'), copy)
    const db = new Database(copy, { readonly: true })
    const all = (sql: string) => db.prepare<[], unknown[]>(sql).raw().all()
    const nowMs = Date.now()
    const home = observe(path, () => nowMs)
    const days = 60
    const since = `started_at >= ${(Math.floor(nowMs / DAY_MS) - (days - 1)) * 86_400}`

    for (const by of TOKEN_GROUPINGS) {
      const view = await readTokens(home, { days, by })
      expect(view.fault).toBeNull()
      expect(figures(view.allTime)).toEqual(all(`SELECT ${KINDS} FROM sessions`)[0])
      expect(figures(view.inRange)).toEqual(all(`SELECT ${KINDS} FROM sessions WHERE ${since}`)[0])
      expect(figures(view.breakdown?.total)).toEqual(figures(view.inRange))
      const cost = all('SELECT sum(coalesce(actual_cost_usd, estimated_cost_usd)) FROM sessions')[0]?.[0]
      if (cost === null) expect(view.allTime?.costUsd).toBeNull()
      else expect(view.allTime?.costUsd).toBeCloseTo(Number(cost), 6)
      expect(view.allTime?.costs.reduce((sum, { sessions }) => sum + sessions, 0)).toBe(
        view.allTime?.sessions,
      )
      expect(view.booked?.days).toHaveLength(days)
      expect(
        view.booked?.days.filter(({ sessions }) => sessions > 0).map((day) => [day.day, ...figures(day)]),
      ).toEqual(
        all(
          `SELECT date(started_at, 'unixepoch'), ${KINDS} FROM sessions WHERE ${since} GROUP BY 1 ORDER BY 1`,
        ),
      )
    }
    const bySource = await readTokens(home, { days, by: 'source' })
    expect(new Map(bySource.breakdown?.groups.map((group) => [group.key, figures(group)]))).toEqual(
      new Map(
        all(`SELECT source, ${KINDS} FROM sessions WHERE ${since} GROUP BY 1`).map(([key, ...sums]) => [
          key,
          sums,
        ]),
      ),
    )
    db.close()
  })
})

const NOW_MS = Date.UTC(2026, 10, 15, 14, 32)

it('models are counted by call if recorded, with tasks apart and the rest unattributed', async () => {
  const startedMs = NOW_MS - DAY_MS
  const home = makeHome({
    path: join(temp.root, 'models'),
    era: 'aug',
    nowMs: NOW_MS,
    sessions: [
      {
        id: 'two-models',
        startedMs,
        model: 'first',
        tokens: { input: 100, output: 10 },
        auxiliary: [
          { task: 'vision', tokens: { input: 40 } },
          { task: 'title_generation', tokens: { input: 5, output: 1 } },
        ],
      },
    ],
  })
  const db = new Database(home.databasePath)
  db.exec(`UPDATE session_model_usage SET input_tokens = 70 WHERE task = '';
    INSERT INTO session_model_usage (session_id, model, task, input_tokens) VALUES ('two-models', 'second', '', 20)`)
  db.close()
  const view = await readTokens(
    observe(home.path, () => NOW_MS),
    { days: 7, by: 'model' },
  )
  expect(view.breakdown?.groups.map(({ key, role, input }) => [key, role, input])).toEqual([
    ['first', 'group', 70],
    ['second', 'group', 20],
    [null, 'unattributed', 10],
  ])
  expect(view.auxiliary).toMatchObject({
    total: { input: 45, output: 1 },
    tasks: [
      { task: 'vision', input: 40, calls: 1, costUsd: null },
      { task: 'title_generation', input: 5 },
    ],
  })
})

it('measured days come from our samples and are never mixed with recorded ones', async () => {
  let nowMs = NOW_MS
  const session = { id: 'chat', startedMs: NOW_MS - 5 * DAY_MS, tokens: { input: 1_000, output: 100 } }
  const home = makeHome({ path: join(temp.root, 'measured'), era: 'aug', nowMs, sessions: [session] })
  const observer = observe(home.path, () => nowMs)
  observer.sampler.takeSample()
  nowMs += HOUR_MS
  const db = new Database(home.databasePath)
  db.exec('UPDATE sessions SET input_tokens = 1500')
  db.close()
  observer.sampler.takeSample()
  const view = await readTokens(observer, { days: 7, by: 'source' })
  const today = toUtcDay(nowMs)
  const measured = view.measured.days.find(({ day }) => day === today)
  expect(figures(measured?.tokens)).toEqual([500, 0, 0, 0])
  expect(measured?.coverage).toBeCloseTo(HOUR_MS / (nowMs % DAY_MS), 6)
  expect(view.measured.days.filter(({ tokens }) => tokens !== null)).toHaveLength(1)
  expect(view.booked?.days.filter(({ input }) => input > 0).map(({ day, input }) => [day, input])).toEqual([
    [toUtcDay(session.startedMs), 1_500],
  ])
})

it('the daily table of the newest Hermes is a third series, in its local days', async () => {
  const home = makeHome({
    path: join(temp.root, 'daily'),
    era: 'nov',
    nowMs: NOW_MS,
    sessions: [{ id: 'a' }],
  })
  const db = new Database(home.databasePath)
  db.exec(`CREATE TABLE session_daily_usage (session_id TEXT, day TEXT, input_tokens INTEGER, output_tokens INTEGER,
      cache_read_tokens INTEGER, cache_write_tokens INTEGER, reasoning_tokens INTEGER, estimated_cost_usd REAL,
      actual_cost_usd REAL, api_call_count INTEGER, PRIMARY KEY (session_id, day));
    INSERT INTO session_daily_usage VALUES ('a', '2026-11-14', 7, 1, 2, 3, 0, 0.5, 0, 1),
      ('b', '2026-11-14', 3, 0, 0, 0, 0, 0, 0, 1), ('a', '2026-11-16', 9, 0, 0, 0, 0, 0, 0, 1),
      ('a', '2026-01-01', 1, 0, 0, 0, 0, 0, 0, 1), ('a', 'garbage', 1, 0, 0, 0, 0, 0, 0, 1)`)
  db.close()
  const view = await readTokens(
    observe(home.path, () => NOW_MS),
    { days: 30, by: 'source' },
  )
  expect(view.hermesDays).toMatchObject({
    attribution: 'hermes-day',
    days: [
      { day: '2026-11-14', input: 10, output: 1, cacheRead: 2, cacheWrite: 3, costUsd: 0.5 },
      { day: '2026-11-16', input: 9, costUsd: null },
    ],
  })
  expect(view.booked?.attribution).toBe('session-start-day')
})
