/** Checks the demo's figures with SQL and a file walk, independent of the code that made it. */
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import type { MadeHome } from '../make-home.ts'
import { type TempHome, tempHome } from '../temp-home.ts'
import { makeDemoHome } from './demo-home.ts'

const NOW_MS = Date.UTC(2026, 10, 16, 9, 30)

describe('the demo home', () => {
  let temp: TempHome
  let home: MadeHome
  let db: Database.Database

  beforeAll(() => {
    temp = tempHome()
    home = makeDemoHome(temp.path, NOW_MS)
    db = new Database(home.databasePath)
  })
  afterAll(() => {
    db.close()
    temp.cleanup()
  })

  const count = (sql: string): unknown => db.prepare(sql).pluck().get()
  const table = (sql: string): unknown =>
    Object.fromEntries(db.prepare<[], [string, number]>(sql).raw().all())

  const transcripts = () =>
    readdirSync(home.sessionsPath)
      .filter((name) => /^session_.*\.json$/.test(name))
      .map((name) => ({
        id: name.slice('session_'.length, -'.json'.length),
        ...sizeAndAge(join(home.sessionsPath, name)),
      }))

  it('has 887 of 3,049 sessions never ended, for these reasons', () => {
    expect(count('SELECT count(*) FROM sessions')).toBe(3_049)
    expect(table(`SELECT coalesce(end_reason, 'open'), count(*) FROM sessions GROUP BY 1`)).toEqual({
      cron_complete: 1_275,
      recovered: 640,
      cli_close: 229,
      session_reset: 17,
      compression: 1,
      open: 887,
    })
    expect(count('SELECT count(*) FROM sessions WHERE (ended_at IS NULL) <> (end_reason IS NULL)')).toBe(0)
    expect(count(`SELECT count(*) FROM sessions WHERE source = 'cron'`)).toBe(1_275)
  })

  it('has 26 open sessions that are routed or recent, and 861 inactive for more than two days', () => {
    const open = `
      SELECT s.id, max(s.started_at, coalesce(s.last_activity_at, 0), coalesce(max(m.timestamp), 0)) AS active,
        EXISTS (SELECT 1 FROM gateway_routing WHERE json_extract(entry_json, '$.session_id') = s.id) AS routed
      FROM sessions AS s LEFT JOIN messages AS m ON m.session_id = s.id
      WHERE s.ended_at IS NULL GROUP BY s.id`
    const hourAgo = (NOW_MS - HOUR_MS) / 1000
    const twoDaysAgo = (NOW_MS - 2 * DAY_MS) / 1000
    expect(count(`SELECT count(*) FROM (${open}) WHERE routed OR active > ${hourAgo}`)).toBe(26)
    expect(count(`SELECT count(*) FROM (${open}) WHERE NOT routed AND active < ${twoDaysAgo}`)).toBe(861)
  })

  it('has 728 transcripts of 94,330,000 bytes, 535 of them cron', () => {
    const files = transcripts()
    expect(files).toHaveLength(728)
    expect(files.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(94_330_000)
    expect(files.filter(({ id }) => id.startsWith('cron_'))).toHaveLength(535)
  })

  it('keeps the ages 9, 54, 245, 418 and 2 for the next five minutes', () => {
    const edges = [0, HOUR_MS, 6 * HOUR_MS, DAY_MS, 7 * DAY_MS, 30 * DAY_MS]
    for (const laterMs of [0, 5 * 60_000]) {
      const ages = transcripts().map(({ modifiedMs }) => NOW_MS + laterMs - modifiedMs)
      const counts = edges
        .slice(1)
        .map((edge, index) => ages.filter((age) => age >= (edges[index] ?? 0) && age < edge).length)
      expect(counts).toEqual([9, 54, 245, 418, 2])
    }
  })

  it('has 219 transcripts without a session', () => {
    const known = new Set(db.prepare<[], string>('SELECT id FROM sessions').pluck().all())
    expect(transcripts().filter(({ id }) => !known.has(id))).toHaveLength(219)
  })

  it('spreads the cron transcripts over nine jobs, one of them deleted', () => {
    const shares = new Map<string, number>()
    for (const { id } of transcripts()) {
      const job = /^cron_(.+)_\d{8}_\d{6}$/.exec(id)?.[1]
      if (job !== undefined) shares.set(job, (shares.get(job) ?? 0) + 1)
    }
    expect([...shares.values()].sort((left, right) => right - left)).toEqual([
      188, 132, 84, 61, 38, 12, 9, 7, 4,
    ])
    const jobs = readFileSync(join(home.path, 'cron', 'jobs.json'), 'utf8')
    expect([...shares.keys()].filter((id) => !jobs.includes(id))).toHaveLength(1)
  })

  it('has the run of 602 messages in 107 seconds, 209 calls and 22 million tokens', () => {
    const [worst] = db
      .prepare(
        `SELECT s.message_count AS messages, s.tool_call_count AS calls,
          s.input_tokens + s.output_tokens + s.cache_read_tokens + s.cache_write_tokens AS tokens,
          round(max(m.timestamp) - min(m.timestamp)) AS seconds, round(s.ended_at - s.started_at) AS lasted
        FROM sessions AS s JOIN messages AS m ON m.session_id = s.id GROUP BY s.id ORDER BY tokens DESC LIMIT 1`,
      )
      .all()
    expect(worst).toEqual({ messages: 602, calls: 209, tokens: 22_000_000, seconds: 107, lasted: 7_200 })
  })

  it('numbers its messages by time, so that the last one is minutes old', () => {
    expect(
      count('SELECT timestamp = (SELECT MAX(timestamp) FROM messages) FROM messages ORDER BY id DESC'),
    ).toBe(1)
    const last = Number(count('SELECT timestamp FROM messages ORDER BY id DESC LIMIT 1')) * 1000
    expect(NOW_MS - last).toBeLessThan(10 * MINUTE_MS)
  })

  it('has a next run for every job that matches its schedule', () => {
    const { jobs } = JSON.parse(readFileSync(join(home.path, 'cron', 'jobs.json'), 'utf8'))
    const next = Object.fromEntries(
      jobs.map((job: { name: string; next_run_at: string }) => [job.name, Date.parse(job.next_run_at)]),
    )
    expect(next['inbox-triage'] - NOW_MS).toBe(15 * MINUTE_MS)
    expect(next['price-watch'] - NOW_MS).toBe(10 * MINUTE_MS)
    expect(new Date(next['morning-brief']).getHours()).toBe(6)
    expect(next['morning-brief']).toBeGreaterThan(NOW_MS)
  })

  it('burns more every week, mostly cache', () => {
    const since = (days: number) => `started_at > ${(NOW_MS - days * DAY_MS) / 1000}`
    const tokens = (days: number) =>
      Number(count(`SELECT sum(cache_read_tokens + input_tokens) FROM sessions WHERE ${since(days)}`))
    expect(tokens(7)).toBeGreaterThan(tokens(14) - tokens(7))
    expect(tokens(14) - tokens(7)).toBeGreaterThan(tokens(21) - tokens(14))
    expect(count('SELECT sum(cache_read_tokens) > 5 * sum(input_tokens + output_tokens) FROM sessions')).toBe(
      1,
    )
    const days = count(
      `SELECT count(DISTINCT date(started_at, 'unixepoch')) FROM sessions WHERE ${since(15)}`,
    )
    expect(days).toBeGreaterThanOrEqual(15)
  })

  it('has 12 live routes and 30 expired ones', () => {
    const idle = `SELECT count(*) FROM gateway_routing WHERE strftime('%s', json_extract(entry_json, '$.updated_at'), 'utc')`
    const dayAgo = (NOW_MS - DAY_MS) / 1000
    expect(count(`${idle} + 0 >= ${dayAgo}`)).toBe(12)
    expect(count(`${idle} + 0 < ${dayAgo}`)).toBe(30)
  })

  it('is undamaged, searchable and below 400 MB, with checkpoints as its largest class', () => {
    expect(db.pragma('foreign_key_check')).toEqual([])
    db.exec(`INSERT INTO messages_fts(messages_fts, rank) VALUES('integrity-check', 1)`)
    db.exec(`INSERT INTO messages_fts_trigram(messages_fts_trigram, rank) VALUES('integrity-check', 1)`)
    expect(count(`SELECT count(*) FROM messages_fts WHERE messages_fts MATCH 'backup'`)).toBeGreaterThan(100)
    expect(count('SELECT count(*) FROM messages')).toBeGreaterThan(20_000)
    expect(count('SELECT count(*) FROM messages')).toBeLessThan(25_000)
    const all = bytesUnder(home.path)
    const checkpoints = bytesUnder(join(home.path, 'checkpoints'))
    expect(all).toBeLessThan(400_000_000)
    expect(checkpoints).toBeGreaterThan(all / 3)
  })

  it('has 180 request dumps of 34 MB', () => {
    const dumps = readdirSync(home.sessionsPath).filter((name) => name.startsWith('request_dump_'))
    expect(dumps).toHaveLength(180)
    const bytes = dumps.map((name) => lstatSync(join(home.sessionsPath, name)).size)
    expect(bytes.reduce((left, right) => left + right, 0)).toBe(34_000_000)
  })
})

function sizeAndAge(path: string): { bytes: number; modifiedMs: number } {
  const { size, mtimeMs } = lstatSync(path)
  return { bytes: size, modifiedMs: mtimeMs }
}

function bytesUnder(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => lstatSync(join(folder, name)))
    .filter((stat) => stat.isFile())
    .reduce((sum, { size }) => sum + size, 0)
}
