import { cpSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, describe, expect, it } from 'vitest'
import type { HomeRef } from '../../domain/home.ts'
import { addTokens, NO_TOKENS } from '../../domain/token-sums.ts'
import type { LightSample } from '../../domain/watch/light-sample.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../shared/time.ts'
import { homesOfEveryEra } from '../../testing/homes-of-every-era.ts'
import { startWriter } from '../../testing/line-child.ts'
import { startLiveWriter } from '../../testing/live-writer.ts'
import { makeHome, type SessionSpec } from '../../testing/make-home.ts'
import { tempHome } from '../../testing/temp-home.ts'
import { LightReader } from './read-light-sample.ts'

const temp = tempHome()
afterAll(temp.cleanup)

const homeAt = (path: string): HomeRef => ({
  id: 'main',
  label: 'main',
  path,
  profile: null,
  root: path,
  demo: false,
})

/** Looks at a home by a clock that only goes when told to; both clocks go the same way unless said. */
function watch(path: string) {
  const reader = new LightReader(homeAt(path))
  const clock = { atMs: Date.now(), elapsedMs: 0 }
  return {
    clock,
    look: (stepMs = 5 * SECOND_MS, wallStepMs = stepMs): LightSample => {
      clock.atMs += wallStepMs
      clock.elapsedMs += stepMs
      return reader.read({ ...clock })
    },
  }
}

let made = 0
function lay(
  sessions: readonly SessionSpec[],
  journalMode: 'wal' | 'delete' = 'wal',
  era: 'aug' | 'nov' = 'aug',
) {
  made += 1
  const path = join(temp.root, `home-${made}`)
  return makeHome({ path, era, nowMs: Date.now(), sessions, journalMode })
}

/** One short write, as Hermes makes it. */
function write(path: string, work: (db: Database.Database) => void): void {
  const db = new Database(join(path, 'state.db'))
  db.pragma('wal_autocheckpoint = 0')
  try {
    work(db)
  } finally {
    db.close()
  }
}

const say = (
  db: Database.Database,
  id: string,
  atMs: number,
  role = 'assistant',
  calls: string | null = null,
) =>
  db
    .prepare('INSERT INTO messages (session_id, role, content, tool_calls, timestamp) VALUES (?, ?, ?, ?, ?)')
    .run(id, role, 'words', calls, atMs / 1000)

const burn = (db: Database.Database, id: string, input: number) =>
  db.prepare('UPDATE sessions SET input_tokens = input_tokens + ? WHERE id = ?').run(input, id)

const begin = (db: Database.Database, id: string, atMs: number, input: number) =>
  db
    .prepare("INSERT INTO sessions (id, source, started_at, input_tokens) VALUES (?, 'cli', ?, ?)")
    .run(id, atMs / 1000, input)

const call = (name: string, args: string, id: string) => ({
  id,
  type: 'function',
  function: { name, arguments: args },
})

const signOf = ({ database }: LightSample) => {
  if (!database.ok) throw new Error(database.fault.code)
  return database.value
}

describe.each(homesOfEveryEra)('%s', (_, layEra) => {
  it('sums equal SQL; what rises afterwards is burnt, exactly once, and nothing before is', () => {
    const path = layEra(temp.root)
    const copy = join(temp.root, `copy-${made++}.db`)
    cpSync(join(path, 'state.db'), copy)
    const db = new Database(copy, { readonly: true })
    const [sessions, input, cacheRead, open] = db
      .prepare<[], number[]>(
        'SELECT count(*), total(input_tokens), total(cache_read_tokens), count(*) - count(ended_at) FROM sessions',
      )
      .raw()
      .get() ?? [0, 0, 0, 0]
    db.close()
    const { look } = watch(path)
    const first = look()
    expect(signOf(first)).toMatchObject({ sessions, openSessions: open, totals: { input, cacheRead } })
    expect(first).toMatchObject({ sinceMs: null, burnt: NO_TOKENS, moved: [], messages: 0, costUsd: null })

    write(path, (own) =>
      own.exec(
        'UPDATE sessions SET input_tokens = input_tokens + 70 WHERE rowid = (SELECT max(rowid) FROM sessions)',
      ),
    )
    const looks = [20, 20, 20, 20].map((seconds) => look(seconds * SECOND_MS))
    expect(looks.map(({ burnt }) => burnt).reduce(addTokens, NO_TOKENS)).toEqual({ ...NO_TOKENS, input: 70 })
    expect(signOf(looks.at(-1) ?? first).totals?.input).toBe((input ?? 0) + 70)
  })
})

describe('who burns', () => {
  it('is told by the rise of its own counters since the look before, with its messages and calls', () => {
    const { path } = lay([
      {
        id: 'cron_job1_20260101_080000',
        source: 'cron',
        title: 'a run',
        messages: 4,
        tokens: { input: 5_000 },
        model: 'm',
      },
    ])
    const id = 'cron_job1_20260101_080000'
    const { look, clock } = watch(path)
    look()
    write(path, (db) => {
      say(db, id, clock.atMs, 'user')
      say(
        db,
        id,
        clock.atMs,
        'assistant',
        JSON.stringify([call('terminal', '{}', 'a'), call('read', '{}', 'b')]),
      )
      db.exec(`UPDATE sessions SET input_tokens = 5300, output_tokens = 40, api_call_count = api_call_count + 2,
        estimated_cost_usd = coalesce(estimated_cost_usd, 0) + 0.25, cost_status = 'estimated'`)
    })
    const sample = look()
    expect(sample).toMatchObject({ sinceMs: 5_000, messages: 2, apiCalls: 2, costUsd: 0.25 })
    expect(sample.moved).toMatchObject([
      {
        id,
        source: 'cron',
        cronJobId: 'job1',
        title: 'a run',
        model: 'm',
        tokens: { input: 300, output: 40 },
        messages: 2,
        toolCalls: 2,
        userMessages: 1,
        apiCalls: 2,
        costUsd: 0.25,
        totalTokens: { input: 5_300 },
        iterationsSinceUser: 1,
      },
    ])
    expect(look()).toMatchObject({ moved: [], burnt: NO_TOKENS, messages: 0 })
  })

  it('counts from nothing if it began since we watch, and without its past if it began before', () => {
    const { path } = lay([{ id: 'old', startedMs: Date.now() - DAY_MS, tokens: { input: 900_000 } }])
    const { look, clock } = watch(path)
    look()
    write(path, (db) => {
      begin(db, 'fresh', clock.atMs, 700)
      say(db, 'fresh', clock.atMs)
      burn(db, 'old', 50)
      say(db, 'old', clock.atMs)
    })
    const { moved, burnt } = look()
    expect(moved.map(({ id, tokens }) => [id, tokens.input])).toEqual([
      ['fresh', 700],
      ['old', 50],
    ])
    expect(burnt.input).toBe(750)
  })

  it('is seen in a home where its counters are written after its last message', () => {
    const { path } = lay([{ id: 'late', messages: 2 }])
    const { look, clock } = watch(path)
    look()
    write(path, (db) => say(db, 'late', clock.atMs))
    expect(look().moved).toMatchObject([{ id: 'late', messages: 1 }])
    write(path, (db) => burn(db, 'late', 400))
    expect(look().moved).toMatchObject([{ id: 'late', messages: 0, tokens: { input: 400 } }])
  })

  it('is known by the same call again and again, however its ids differ, until a person speaks', () => {
    const { path } = lay([{ id: 'loop', messages: 0 }])
    const { look, clock } = watch(path)
    look()
    const repeat = (count: number, args = '{"a":1}') =>
      write(path, (db) => {
        for (let turn = 0; turn < count; turn += 1) {
          say(db, 'loop', clock.atMs, 'assistant', JSON.stringify([call('terminal', args, `id-${turn}`)]))
          say(db, 'loop', clock.atMs, 'tool')
        }
      })
    repeat(3)
    expect(look().moved).toMatchObject([
      { repeats: 3, repeatedCall: 'terminal', iterationsSinceUser: 3, messages: 6 },
    ])
    repeat(2)
    expect(look().moved).toMatchObject([{ repeats: 5, iterationsSinceUser: 5 }])
    repeat(1, '{"a":2}')
    expect(look().moved).toMatchObject([{ repeats: 1, repeatedCall: null, iterationsSinceUser: 6 }])
    write(path, (db) => say(db, 'loop', clock.atMs, 'user'))
    expect(look().moved).toMatchObject([{ repeats: 0, iterationsSinceUser: 0 }])
  })

  it('is walked back over what it did before we watched', () => {
    const { path } = lay([{ id: 'loop', messages: 0 }])
    write(path, (db) => {
      for (let turn = 0; turn < 40; turn += 1)
        say(
          db,
          'loop',
          Date.now() - HOUR_MS + turn,
          'assistant',
          JSON.stringify([call('terminal', '{}', `id-${turn}`)]),
        )
    })
    const { look, clock } = watch(path)
    look()
    write(path, (db) =>
      say(db, 'loop', clock.atMs, 'assistant', JSON.stringify([call('terminal', '{}', 'new')])),
    )
    expect(look().moved).toMatchObject([{ repeats: 41, iterationsSinceUser: 41, messages: 1 }])
  })

  it('is one of fifty at most, the largest first, and the sum knows the others too', () => {
    const ids = Array.from({ length: 70 }, (_, index) => `s${index}`)
    const { path } = lay(ids.map((id) => ({ id })))
    const { look, clock } = watch(path)
    look()
    write(path, (db) => {
      for (const [index, id] of ids.entries()) {
        say(db, id, clock.atMs)
        burn(db, id, index + 1)
      }
    })
    const { moved, burnt, messages } = look()
    expect(moved).toHaveLength(50)
    expect(moved[0]?.id).toBe('s69')
    expect(burnt.input).toBe((70 * 71) / 2)
    expect(messages).toBe(70)
  })
})

describe('what is no burn', () => {
  const sumOf = (looks: readonly LightSample[]) =>
    looks.map(({ burnt }) => burnt).reduce(addTokens, NO_TOKENS)
  const forAWhile = (look: (stepMs?: number) => LightSample) =>
    Array.from({ length: 4 }, () => look(20 * SECOND_MS))

  it('counters written over with lower ones, and with the higher ones again', () => {
    const { path } = lay([{ id: 'a', tokens: { input: 22_000_000 } }])
    const { look, clock } = watch(path)
    look()
    const set = (input: number) =>
      write(path, (db) => {
        say(db, 'a', clock.atMs)
        db.prepare('UPDATE sessions SET input_tokens = ?').run(input)
      })
    const burnt = [200, 22_000_000, 22_000_010, 300, 400].map((input) => {
      set(input)
      return look().burnt.input
    })
    expect(burnt).toEqual([0, 0, 10, 0, 100])
  })

  it('sessions deleted, and sessions brought back with their past', () => {
    const { path } = lay([
      { id: 'goes', tokens: { input: 5_000_000 }, startedMs: Date.now() - 9 * DAY_MS },
      { id: 'stays', tokens: { input: 10 } },
    ])
    const { look } = watch(path)
    look()
    write(path, (db) => {
      db.exec("DELETE FROM messages WHERE session_id = 'goes'; DELETE FROM sessions WHERE id = 'goes'")
    })
    const afterDelete = forAWhile(look)
    write(path, (db) => begin(db, 'goes', Date.now() - 9 * DAY_MS, 5_000_000))
    const afterReturn = forAWhile(look)
    expect(sumOf([...afterDelete, ...afterReturn])).toEqual(NO_TOKENS)
    expect(signOf(afterDelete.at(-1) ?? look())).toMatchObject({ sessions: 1, totals: { input: 10 } })
    expect(signOf(afterReturn.at(-1) ?? look())).toMatchObject({ sessions: 2, totals: { input: 5_000_010 } })
  })

  it('messages copied in from long ago', () => {
    const { path } = lay([{ id: 'a' }])
    const { look, clock } = watch(path)
    look()
    write(path, (db) => {
      for (let copy = 0; copy < 50; copy += 1) say(db, 'a', clock.atMs - 3 * DAY_MS)
      say(db, 'a', clock.atMs)
    })
    expect(look()).toMatchObject({ messages: 1, moved: [{ id: 'a', messages: 1 }] })
  })

  it('the newest messages taken back', () => {
    const { path } = lay([{ id: 'a', messages: 12 }])
    const { look, clock } = watch(path)
    const before = signOf(look()).lastMessageId ?? 0
    write(path, (db) => db.exec('DELETE FROM messages WHERE id > (SELECT max(id) - 4 FROM messages)'))
    expect(look()).toMatchObject({ messages: 0, database: { value: { lastMessageId: before - 4 } } })
    write(path, (db) => say(db, 'a', clock.atMs))
    expect(look()).toMatchObject({ messages: 1, database: { value: { lastMessageId: before + 1 } } })
  })

  it('another database put in place of the first', () => {
    const [first, second] = [
      lay([{ id: 'a', tokens: { input: 10 } }]),
      lay([{ id: 'a', messages: 30, tokens: { input: 9_000_000 } }]),
    ]
    const { look, clock } = watch(first.path)
    const before = signOf(look()).identity
    for (const suffix of ['-wal', '-shm']) rmSync(first.databasePath + suffix, { force: true })
    renameSync(second.databasePath, first.databasePath)
    const swapped = look()
    expect(swapped).toMatchObject({ sinceMs: null, burnt: NO_TOKENS, messages: 0, moved: [] })
    expect(signOf(swapped).identity).not.toBe(before)
    expect(signOf(swapped).totals?.input).toBe(9_000_000)
    write(first.path, (db) => {
      burn(db, 'a', 5)
      say(db, 'a', clock.atMs)
    })
    expect(look()).toMatchObject({ sinceMs: 5_000, burnt: { input: 5 } })
  })

  it('another generation written over the same file', () => {
    const { path } = lay([{ id: 'a', tokens: { input: 10 } }], 'wal', 'nov')
    const { look } = watch(path)
    const before = signOf(look()).identity
    write(path, (db) => {
      db.exec("INSERT OR REPLACE INTO state_meta (key, value) VALUES ('db_file_generation', 'another')")
      burn(db, 'a', 8_000_000)
    })
    const after = look()
    expect(signOf(after).identity).not.toBe(before)
    expect(after).toMatchObject({ sinceMs: null, burnt: NO_TOKENS })
  })

  it('what happened while nobody watched, or while the machine slept', () => {
    for (const [stepMs, wallStepMs] of [
      [10 * MINUTE_MS, 10 * MINUTE_MS],
      [5 * SECOND_MS, 8 * HOUR_MS],
    ] as const) {
      const { path } = lay([{ id: 'a', tokens: { input: 10 } }])
      const { look, clock } = watch(path)
      look()
      write(path, (db) => {
        burn(db, 'a', 4_000_000)
        say(db, 'a', clock.atMs + wallStepMs)
      })
      const after = look(stepMs, wallStepMs)
      expect(after).toMatchObject({ sinceMs: null, burnt: NO_TOKENS, moved: [], messages: 0 })
      expect(signOf(after).totals?.input).toBe(4_000_010)
      expect(look()).toMatchObject({ sinceMs: 5_000, burnt: NO_TOKENS })
    }
  })
})

describe('a clock', () => {
  it('set back changes the label alone: rates go on, and what begins then counts from nothing', () => {
    const { path } = lay([{ id: 'a', tokens: { input: 10 } }])
    const { look, clock } = watch(path)
    look()
    look()
    clock.atMs -= 3 * HOUR_MS
    write(path, (db) => {
      begin(db, 'after', clock.atMs + 2 * SECOND_MS, 300)
      say(db, 'after', clock.atMs + 2 * SECOND_MS)
    })
    expect(look()).toMatchObject({ sinceMs: 5_000, burnt: { input: 300 }, messages: 1 })
  })
})

describe('a database', () => {
  it('nobody wrote to is not opened, but for once in half a minute', () => {
    const { path, databasePath } = lay([{ id: 'a', tokens: { input: 10 } }], 'delete')
    const stamp = new Date(Date.now() - HOUR_MS)
    utimesSync(databasePath, stamp, stamp)
    const { look } = watch(path)
    look()
    // Written to without a trace in the stamps: whoever opens it sees it, whoever does not cannot.
    write(path, (db) => db.exec('UPDATE messages SET id = id + 7 WHERE id = (SELECT max(id) FROM messages)'))
    write(path, (db) => db.exec("INSERT INTO messages (session_id, role, timestamp) VALUES ('a', 'user', 1)"))
    utimesSync(databasePath, stamp, stamp)
    const seen = [5, 5, 5, 5, 5, 5].map((seconds) => signOf(look(seconds * SECOND_MS)).lastMessageId)
    expect(seen.slice(0, 5)).toEqual([4, 4, 4, 4, 4])
    expect(seen[5]).toBe(12)
  })

  it('that vanishes is a fault, and its return no burn', () => {
    const { path, databasePath } = lay([{ id: 'a', tokens: { input: 10 } }])
    const { look } = watch(path)
    look()
    renameSync(databasePath, `${databasePath}.away`)
    expect(look()).toMatchObject({ database: { ok: false, fault: { code: 'db-missing' } }, burnt: NO_TOKENS })
    renameSync(`${databasePath}.away`, databasePath)
    expect(look()).toMatchObject({ database: { ok: true }, burnt: NO_TOKENS })
    renameSync(path, `${path}-away`)
    expect(look()).toMatchObject({ database: { fault: { code: 'home-missing' } }, space: { ok: false } })
    renameSync(`${path}-away`, path)
    expect(look()).toMatchObject({ database: { ok: true }, space: { ok: true } })
  })

  it('that is damaged is a fault', () => {
    const { path, databasePath } = lay([{ id: 'a' }], 'delete')
    const { look } = watch(path)
    look()
    writeFileSync(databasePath, 'not a database at all, '.repeat(400))
    expect(look()).toMatchObject({ database: { ok: false, fault: { code: 'db-not-a-database' } } })
  })

  it('that another process locks is a fault until it lets go, even where its files do not change', async () => {
    const { path, databasePath } = lay([{ id: 'a', tokens: { input: 10 } }], 'delete')
    const { look } = watch(path)
    look()
    const hermes = await startWriter(databasePath)
    await hermes.ask("db.exec('BEGIN EXCLUSIVE')")
    const locked = look(30 * SECOND_MS)
    expect(locked.database).toMatchObject({ ok: false, fault: { code: 'db-locked' } })
    await hermes.ask("db.exec('COMMIT')")
    expect(look()).toMatchObject({ database: { ok: true }, burnt: NO_TOKENS })
    await hermes.stop()
  })

  it('that is written to all the time is read exactly, and its writer never waits for us', async () => {
    const { path, databasePath } = lay([{ id: 'busy' }])
    const { look } = watch(path)
    look()
    const hermes = await startLiveWriter(databasePath, 'busy', 5)
    const written: number[] = []
    await expect
      .poll(
        () => {
          written.push(look(SECOND_MS, 0).messages)
          return written.reduce((sum, count) => sum + count, 0)
        },
        { interval: 10, timeout: 20_000 },
      )
      .toBeGreaterThan(40)
    const { waitsMs, errors, retries } = await hermes.report()
    written.push(look(SECOND_MS, 0).messages)
    await hermes.stop()
    expect(written.reduce((sum, count) => sum + count, 0)).toBe(waitsMs.length)
    expect({ errors, retries }).toEqual({ errors: [], retries: 0 })
  })
})

describe('around the database', () => {
  it('sizes, space and inodes are those of this moment', () => {
    const { path } = lay([{ id: 'a' }])
    const { look } = watch(path)
    const sample = look()
    expect(signOf(sample).databaseBytes).toBeGreaterThan(4_096)
    expect(sample.space).toMatchObject({ ok: true, value: { totalBytes: expect.any(Number) } })
    expect(sample.totalInodes === null || sample.totalInodes > 0).toBe(true)
    expect(sample.heavy).toBeNull()
  })

  it('whoever opens the database is among its holders when they are next asked for', async () => {
    const { path, databasePath } = lay([{ id: 'a' }])
    const { look } = watch(path)
    expect(look().holders?.map(({ pid }) => pid)).toEqual([])
    const hermes = await startWriter(databasePath)
    await hermes.ask("db.prepare('SELECT count(*) FROM sessions').get()")
    expect(look(5 * MINUTE_MS).holders?.map(({ pid }) => pid)).toContain(hermes.pid)
    await hermes.stop()
  })

  it('the gateway’s own word and its newest trace are told', () => {
    const { path } = lay([{ id: 'a' }])
    expect(watch(path).look().gateway).toEqual({ running: false, activeAgents: 0, activeMs: null })
    const at = new Date(Date.now() - MINUTE_MS)
    writeFileSync(join(path, 'gateway_state.json'), '{"gateway_state":"running","active_agents":3}')
    writeFileSync(join(path, 'gateway.pid'), JSON.stringify({ pid: process.pid }))
    utimesSync(join(path, 'gateway_state.json'), at, at)
    const { look } = watch(path)
    expect(look().gateway).toEqual({ running: true, activeAgents: 3, activeMs: at.getTime() })
    mkdirSync(join(path, 'logs'))
    writeFileSync(join(path, 'logs/gateway.log'), 'answered\n')
    const later = new Date(Date.now() - SECOND_MS)
    utimesSync(join(path, 'logs/gateway.log'), later, later)
    writeFileSync(join(path, 'gateway_state.json'), '{"gateway_state":"running","active_agents":1}')
    utimesSync(join(path, 'gateway_state.json'), at, at)
    expect(look().gateway).toMatchObject({ activeMs: later.getTime() })
  })
})
