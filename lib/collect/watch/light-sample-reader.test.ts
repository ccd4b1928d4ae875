import { cpSync, mkdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, describe, expect, it } from 'vitest'
import { addTokens, NO_TOKENS } from '../../domain/tokens/token-sums.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../shared/time.ts'
import { homesOfEveryEra } from '../../testing/homes-of-every-era.ts'
import { startWriter } from '../../testing/processes/line-child.ts'
import { startLiveWriter } from '../../testing/processes/live-writer.ts'
import { databaseOf, watchHome, watchLab, write } from '../../testing/watch/watch-lab.ts'

const lab = watchLab()
const { make } = lab
afterAll(lab.temp.cleanup)

describe.each(homesOfEveryEra)('%s', (_, makeEra) => {
  it('totals match SQL, and later rises count as burn exactly once', () => {
    const path = makeEra(lab.temp.root)
    const copy = join(path, 'copy.db')
    cpSync(join(path, 'state.db'), copy)
    const db = new Database(copy, { readonly: true })
    const [sessions, input, cacheRead, open] = db
      .prepare<[], number[]>(
        'SELECT count(*), total(input_tokens), total(cache_read_tokens), count(*) - count(ended_at) FROM sessions',
      )
      .raw()
      .get() ?? [0, 0, 0, 0]
    db.close()
    const { takeSample } = watchHome(path)
    const first = takeSample()
    expect(databaseOf(first)).toMatchObject({ sessions, openSessions: open, totals: { input, cacheRead } })
    expect(first).toMatchObject({ sinceMs: null, burnt: NO_TOKENS, moved: [], messages: 0, costUsd: null })

    write(path, (own) =>
      own.exec(
        'UPDATE sessions SET input_tokens = input_tokens + 70 WHERE rowid = (SELECT max(rowid) FROM sessions)',
      ),
    )
    const samples = [20, 20, 20, 20].map((seconds) => takeSample(seconds * SECOND_MS))
    expect(samples.map(({ burnt }) => burnt).reduce(addTokens, NO_TOKENS)).toEqual({
      ...NO_TOKENS,
      input: 70,
    })
    expect(databaseOf(samples.at(-1) ?? first).totals?.input).toBe((input ?? 0) + 70)
  })
})

describe('a database', () => {
  it('that did not change is opened only every 30 seconds', () => {
    const { path, databasePath } = make([{ id: 'a', tokens: { input: 10 } }], 'delete')
    const stamp = new Date(Date.now() - HOUR_MS)
    utimesSync(databasePath, stamp, stamp)
    const { takeSample } = watchHome(path)
    takeSample()
    // Changes the database without changing its file times, so that only opening it reveals the change.
    write(path, (db) => db.exec('UPDATE messages SET id = id + 7 WHERE id = (SELECT max(id) FROM messages)'))
    write(path, (db) => db.exec("INSERT INTO messages (session_id, role, timestamp) VALUES ('a', 'user', 1)"))
    utimesSync(databasePath, stamp, stamp)
    const seen = [5, 5, 5, 5, 5, 5].map(
      (seconds) => databaseOf(takeSample(seconds * SECOND_MS)).lastMessageId,
    )
    expect(seen.slice(0, 5)).toEqual([4, 4, 4, 4, 4])
    expect(seen[5]).toBe(12)
  })

  it('that disappears is a fault, and its return is not burn', () => {
    const { path, databasePath } = make([{ id: 'a', tokens: { input: 10 } }])
    const { takeSample } = watchHome(path)
    takeSample()
    renameSync(databasePath, `${databasePath}.away`)
    expect(takeSample()).toMatchObject({
      database: { ok: false, fault: { code: 'db-missing' } },
      burnt: NO_TOKENS,
    })
    renameSync(`${databasePath}.away`, databasePath)
    expect(takeSample()).toMatchObject({ database: { ok: true }, burnt: NO_TOKENS })
    renameSync(path, `${path}-away`)
    expect(takeSample()).toMatchObject({
      database: { fault: { code: 'home-missing' } },
      space: { ok: false },
    })
    renameSync(`${path}-away`, path)
    expect(takeSample()).toMatchObject({ database: { ok: true }, space: { ok: true } })
  })

  it('that is damaged is a fault', () => {
    const { path, databasePath } = make([{ id: 'a' }], 'delete')
    const { takeSample } = watchHome(path)
    takeSample()
    writeFileSync(databasePath, 'not a database at all, '.repeat(400))
    expect(takeSample()).toMatchObject({ database: { ok: false, fault: { code: 'db-not-a-database' } } })
  })

  it('that is locked is a fault until it is released, even if its files do not change', async () => {
    const { path, databasePath } = make([{ id: 'a', tokens: { input: 10 } }], 'delete')
    const { takeSample } = watchHome(path)
    takeSample()
    const hermes = await startWriter(databasePath)
    await hermes.ask("db.exec('BEGIN EXCLUSIVE')")
    const locked = takeSample(30 * SECOND_MS)
    expect(locked.database).toMatchObject({ ok: false, fault: { code: 'db-locked' } })
    await hermes.ask("db.exec('COMMIT')")
    expect(takeSample()).toMatchObject({ database: { ok: true }, burnt: NO_TOKENS })
    await hermes.stop()
  })

  it('that is written to constantly is read exactly and never blocks its writer', async () => {
    const { path, databasePath } = make([{ id: 'busy' }])
    const { takeSample } = watchHome(path)
    takeSample()
    const hermes = await startLiveWriter(databasePath, 'busy', 5)
    const written: number[] = []
    await expect
      .poll(
        () => {
          written.push(takeSample(SECOND_MS, 0).messages)
          return written.reduce((sum, count) => sum + count, 0)
        },
        { interval: 10 },
      )
      .toBeGreaterThan(40)
    const { waitsMs, errors, retries } = await hermes.report()
    written.push(takeSample(SECOND_MS, 0).messages)
    await hermes.stop()
    expect(written.reduce((sum, count) => sum + count, 0)).toBe(waitsMs.length)
    expect({ errors, retries }).toEqual({ errors: [], retries: 0 })
  })
})

describe('other values', () => {
  it('like sizes, space and inodes are current', () => {
    const { path } = make([{ id: 'a' }])
    const { takeSample } = watchHome(path)
    const sample = takeSample()
    expect(databaseOf(sample).databaseBytes).toBeGreaterThan(4_096)
    expect(sample.space).toMatchObject({ ok: true, value: { totalBytes: expect.any(Number) } })
    expect(sample.totalInodes === null || sample.totalInodes > 0).toBe(true)
    expect(sample.heavy).toBeNull()
  })

  it('include a new gateway process after a restart between two checks', async () => {
    const { path, databasePath } = make([{ id: 'a' }])
    const { takeSample } = watchHome(path)
    const pulses = []
    for (const _ of [1, 2]) {
      const gateway = await startWriter(databasePath)
      writeFileSync(join(path, 'gateway.pid'), JSON.stringify({ pid: gateway.pid }))
      pulses.push(takeSample(15 * SECOND_MS).gateway)
      await gateway.stop()
    }
    expect(pulses.map(({ running }) => running)).toEqual([true, true])
    expect(pulses[0]?.process).not.toBe(pulses[1]?.process)
  })

  it('include the gateway’s own state and its newest trace', () => {
    const { path } = make([{ id: 'a' }])
    expect(watchHome(path).takeSample().gateway).toEqual({
      running: false,
      process: null,
      activeAgents: 0,
      activeMs: null,
    })
    const at = new Date(Date.now() - MINUTE_MS)
    writeFileSync(join(path, 'gateway_state.json'), '{"gateway_state":"running","active_agents":3}')
    writeFileSync(join(path, 'gateway.pid'), JSON.stringify({ pid: process.pid }))
    utimesSync(join(path, 'gateway_state.json'), at, at)
    const { takeSample } = watchHome(path)
    expect(takeSample().gateway).toEqual({
      running: true,
      process: expect.stringMatching(new RegExp(`^${process.pid}(:|$)`)),
      activeAgents: 3,
      activeMs: at.getTime(),
    })
    mkdirSync(join(path, 'logs'))
    writeFileSync(join(path, 'logs/gateway.log'), 'answered\n')
    const later = new Date(Date.now() - SECOND_MS)
    utimesSync(join(path, 'logs/gateway.log'), later, later)
    writeFileSync(join(path, 'gateway_state.json'), '{"gateway_state":"running","active_agents":1}')
    utimesSync(join(path, 'gateway_state.json'), at, at)
    expect(takeSample().gateway).toMatchObject({ activeMs: later.getTime() })
  })
})
