import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Era, makeHome } from '../../testing/make-home.ts'
import {
  hasPython,
  startInterruptedHermes,
  startInterruptedWrite,
} from '../../testing/processes/interrupted-write.ts'
import { type LineChild, startWriter } from '../../testing/processes/line-child.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { readSessions } from '../sessions/read-sessions.ts'
import { HomeFaultError, openStateDb, readSafely, toFault } from './open-state-db.ts'
import { readCapabilities } from './read-capabilities.ts'

const NOW = Date.UTC(2026, 10, 16)
let temp: TempHome
let children: LineChild[] = []

beforeEach(() => {
  temp = tempHome()
})

afterEach(async () => {
  await Promise.all(children.map((child) => child.stop()))
  children = []
  temp.cleanup()
})

const statePath = () => join(temp.path, 'state.db')

function make(era: Era = 'aug', journalMode: 'wal' | 'delete' = 'wal', sessions = 3): void {
  const ids = Array.from({ length: sessions }, (_, at) => ({ id: `s${at}`, messages: 5 }))
  makeHome({ path: temp.path, era, nowMs: NOW, journalMode, sessions: ids })
}

async function writer(): Promise<LineChild> {
  const child = await startWriter(statePath())
  children.push(child)
  return child
}

function countSessions(): number {
  const opened = openStateDb(temp.path)
  if (!opened.ok) throw new Error(opened.fault.code)
  try {
    return Number(opened.value.prepare('SELECT count(*) FROM sessions').pluck().get())
  } finally {
    opened.value.close()
  }
}

function faultOf(timeoutMs?: number) {
  const opened = openStateDb(temp.path, timeoutMs === undefined ? {} : { timeoutMs })
  if (!opened.ok) return opened.fault
  opened.value.close()
  return null
}

describe('a readable database', () => {
  it('opens in WAL and in DELETE mode and returns the same rows', () => {
    make('aug', 'wal')
    expect(countSessions()).toBe(3)
    temp.cleanup()
    make('aug', 'delete')
    expect(countSessions()).toBe(3)
    expect(lstatSync(join(temp.path, 'state.db-wal'), { throwIfNoEntry: false })).toBeUndefined()
  })

  it('cannot be written through the handle, even with query_only off', () => {
    make()
    const opened = openStateDb(temp.path)
    if (!opened.ok) throw new Error(opened.fault.code)
    const insert = "INSERT INTO sessions (id, source, started_at) VALUES ('x', 'cli', 1)"
    expect(() => opened.value.exec(insert)).toThrow(/readonly/)
    opened.value.pragma('query_only = 0')
    expect(() => opened.value.exec(insert)).toThrow(/readonly/)
    opened.value.close()
  })

  it('is read while another process writes to it', async () => {
    make()
    const child = await writer()
    await child.ask(
      `db.exec("BEGIN IMMEDIATE; INSERT INTO sessions (id, source, started_at) VALUES ('new', 'cli', 1)") && 1`,
    )
    expect(countSessions()).toBe(3)
    await child.ask(`db.exec('COMMIT') && 1`)
    expect(countSessions()).toBe(4)
  })

  it('never blocks a writer, however long the handle stays open', async () => {
    make()
    const child = await writer()
    await child.ask('db.pragma("busy_timeout = 0")')
    const opened = openStateDb(temp.path)
    if (!opened.ok) throw new Error(opened.fault.code)
    opened.value.prepare('SELECT count(*) FROM messages').get()
    const changes = `db.prepare("UPDATE sessions SET title = id").run().changes`
    expect(await child.ask(changes)).toBe('3')
    opened.value.close()
  })

  it('opens with a schema version from the future', () => {
    makeHome({ path: temp.path, era: 'nov', nowMs: NOW, schemaVersion: 99, sessions: [{ id: 'a' }] })
    const opened = openStateDb(temp.path)
    if (!opened.ok) throw new Error(opened.fault.code)
    const caps = readCapabilities(opened.value)
    expect(caps.schemaVersion).toBe(99)
    expect(readSessions(opened.value, caps)).toHaveLength(1)
    opened.value.close()
  })
})

describe('an unreadable database is a fault and stays unchanged', () => {
  it('if the home, the file or its content is missing', () => {
    expect(faultOf()).toEqual({ code: 'home-missing', path: temp.path })
    mkdirSync(temp.path)
    expect(faultOf()).toEqual({ code: 'db-missing' })
    writeFileSync(statePath(), '')
    expect(faultOf()).toEqual({ code: 'db-empty' })
  })

  it('if it is zeroed or written by another program, with different faults', () => {
    mkdirSync(temp.path)
    writeFileSync(statePath(), Buffer.alloc(100_000))
    expect(faultOf()).toEqual({ code: 'db-zeroed' })
    writeFileSync(statePath(), 'Dear diary, '.repeat(1000))
    expect(faultOf()).toEqual({ code: 'db-not-a-database' })
    writeFileSync(statePath(), 'x')
    expect(faultOf()).toEqual({ code: 'db-not-a-database' })
  })

  it('if it is truncated', () => {
    make('aug', 'delete')
    truncateSync(statePath(), 20_000)
    expect(faultOf()?.code).toBe('db-malformed')
  })

  it('if damage is found while reading rows', () => {
    make('aug', 'delete', 200)
    spoilSessions()
    const opened = openStateDb(temp.path)
    if (!opened.ok) throw new Error(opened.fault.code)
    const caps = readCapabilities(opened.value)
    const rows = readSafely(() => readSessions(opened.value, caps))
    expect(rows.ok ? null : rows.fault.code).toBe('db-malformed')
    opened.value.close()
  })

  it('if it is a symbolic link', () => {
    make()
    renameSync(statePath(), join(temp.root, 'elsewhere.db'))
    symlinkSync(join(temp.root, 'elsewhere.db'), statePath())
    expect(faultOf()).toEqual({ code: 'db-symlink' })
  })

  it('with an explanation if it cannot be opened', () => {
    make('aug', 'wal')
    mkdirSync(join(temp.path, 'state.db-wal'))
    const fault = faultOf()
    expect(fault?.code).toBe('db-unreadable')
    expect(fault).toHaveProperty('detail', expect.stringContaining('-shm'))
  })

  it('if it is a folder', () => {
    mkdirSync(statePath(), { recursive: true })
    expect(faultOf()).toEqual({ code: 'db-unreadable', detail: 'state.db is not a regular file' })
  })

  it('if there is no permission, except for root', () => {
    make()
    chmodSync(statePath(), 0o000)
    expect(faultOf()?.code ?? null).toBe(process.getuid?.() === 0 ? null : 'db-unreadable')
  })

  it.each(['delete', 'wal'] as const)('if another process has locked it (%s)', async (mode) => {
    make('aug', mode)
    const child = await writer()
    await child.ask(`db.pragma('locking_mode = EXCLUSIVE') && db.exec('BEGIN EXCLUSIVE') && 1`)
    expect(faultOf(100)).toEqual({ code: 'db-locked', waitedMs: 100 })
    await child.stop()
    expect(faultOf()).toBeNull()
  })
})

describe.each([
  ['Steward', startInterruptedWrite],
  ['Hermes', startInterruptedHermes],
] as const)('a write of %s in DELETE mode', (who, start) => {
  it.skipIf(who === 'Hermes' && !hasPython())(
    'is no fault while it runs, and a hot journal once its process was killed',
    async () => {
      make('aug', 'delete', 60)
      const child = await start(temp.path)
      children.push(child)
      // It may have to wait for the writer, which is what a lock is for.
      expect([null, 'db-locked']).toContain(faultOf(100)?.code ?? null)
      await child.stop()
      expect(faultOf()).toEqual({ code: 'db-hot-journal' })
      // As Hermes does when it starts.
      const hermes = new Database(statePath())
      hermes.prepare('SELECT count(*) FROM sessions').get()
      hermes.close()
      expect(faultOf()).toBeNull()
      expect(countSessions()).toBe(60)
    },
  )
})

it('a killed write in WAL mode is no fault, with or without its -shm', async () => {
  make('aug', 'wal', 60)
  for (const end of ['', '-shm']) {
    const child = await startInterruptedWrite(temp.path)
    await child.stop()
    if (end !== '') rmSync(statePath() + end)
    expect(faultOf()).toBeNull()
    expect(countSessions()).toBe(60)
  }
})

it.skipIf(process.getuid?.() === 0)(
  'a WAL without its -shm in a folder that cannot be written says what reading needs',
  async () => {
    make('aug', 'wal', 60)
    const child = await startInterruptedWrite(temp.path)
    await child.stop()
    rmSync(`${statePath()}-shm`)
    chmodSync(temp.path, 0o555)
    const fault = faultOf()
    chmodSync(temp.path, 0o755)
    expect(fault).toMatchObject({ code: 'db-unreadable', detail: expect.stringContaining('-shm') })
  },
)

describe('errors', () => {
  it('that are transient I/O errors are retried three times', () => {
    let failures = 2
    const flaky = () => {
      if (failures-- > 0) throw new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_SHORT_READ')
      return 'read'
    }
    expect(readSafely(flaky)).toEqual({ ok: true, value: 'read' })
    let tries = 0
    const broken = () => {
      tries += 1
      throw new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_READ')
    }
    expect(readSafely(broken)).toMatchObject({ ok: false, fault: { code: 'db-unreadable' } })
    expect(tries).toBe(4)
  })

  it('that are bugs are thrown', () => {
    expect(toFault(new TypeError('a bug'))).toBeNull()
    expect(() =>
      readSafely(() => {
        throw new TypeError('a bug')
      }),
    ).toThrow('a bug')
    expect(toFault(new HomeFaultError({ code: 'db-missing' }))).toEqual({ code: 'db-missing' })
  })
})

/** Overwrites the leaf pages of `sessions`. */
function spoilSessions(): void {
  const db = new Database(statePath())
  const pages = db
    .prepare("SELECT pageno FROM dbstat WHERE name = 'sessions' AND pagetype = 'leaf'")
    .pluck()
    .all()
  db.close()
  const raw = readFileSync(statePath())
  for (const page of pages) raw.fill(0xff, (Number(page) - 1) * 4096, Number(page) * 4096)
  writeFileSync(statePath(), raw)
}

const ENDLESS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS id FROM n'

it.each([
  ['Sessions', 'view', `DROP TABLE sessions; CREATE VIEW Sessions AS ${ENDLESS}`],
  [
    'sessions',
    'virtual table',
    `DROP TABLE sessions; CREATE VIEW endless AS ${ENDLESS};
     CREATE VIRTUAL TABLE sessions USING fts5(id, content = 'endless', content_rowid = 'id')`,
  ],
  ['messages_fts_docsize', 'view', `DROP TABLE messages_fts; CREATE VIEW messages_fts_docsize AS ${ENDLESS}`],
])('%s as a %s is not read, because reading it may never end', (name, kind, sql) => {
  make()
  const db = new Database(statePath())
  db.exec(`PRAGMA foreign_keys = OFF; ${sql}`)
  db.close()
  expect(faultOf()).toEqual({
    code: 'db-unreadable',
    detail: `${name} is a ${kind} instead of a table, so it was not read`,
  })
})
