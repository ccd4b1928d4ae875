import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeHome } from '../../testing/make-home.ts'
import { FIXTURES } from '../../testing/paths.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { readRouting } from '../gateway/read-routing.ts'
import { readSessions } from '../sessions/read-sessions.ts'
import { openStateDb } from './open-state-db.ts'
import { readCapabilities } from './read-capabilities.ts'

let temp: TempHome

beforeEach(() => {
  temp = tempHome()
})

afterEach(() => temp.cleanup())

function open(path: string): Database.Database {
  const opened = openStateDb(path)
  if (!opened.ok) throw new Error(opened.fault.code)
  return opened.value
}

it('finds columns, guard and storage of the newest version', () => {
  makeHome({ path: temp.path, era: 'nov', nowMs: Date.UTC(2026, 10, 16), meta: { fts_stale: '1' } })
  const db = open(temp.path)
  const caps = readCapabilities(db)
  db.close()
  expect(caps).toMatchObject({
    schemaVersion: 30,
    ftsLayout: 'D',
    ftsStale: true,
    replacedFileGuard: true,
    journalMode: 'wal',
    pageSizeBytes: 4096,
    unknownTriggers: [],
  })
  expect(caps.sessionColumns).toContain('pinned')
  expect(caps.messageColumns).toContain('display_order')
  expect(caps.pageCount).toBeGreaterThan(10)
})

it.each<[sql: string, found: string[]]>([
  ['CREATE TABLE p (s TEXT REFERENCES Sessions(id))', ['p']],
  ['CREATE TABLE p (m INTEGER REFERENCES messages(id) ON DELETE CASCADE)', ['p']],
  ['CREATE TABLE p (h TEXT REFERENCES system_prompts(hash))', ['p']],
  ['CREATE TABLE p (s TEXT REFERENCES session_model_usage(session_id))', ['p']],
  ['CREATE TABLE p (k TEXT REFERENCES gateway_routing(session_key))', ['p']],
  ['CREATE TABLE p (s TEXT)', []],
  ['CREATE TABLE a (id INTEGER PRIMARY KEY); CREATE TABLE b (a INTEGER REFERENCES a(id))', []],
])('finds tables that refer to rows of Hermes: %s', (sql, found) => {
  makeHome({ path: temp.path, era: 'nov', nowMs: Date.UTC(2026, 10, 16) })
  const writable = new Database(join(temp.path, 'state.db'))
  writable.exec(sql)
  expect(readCapabilities(writable).unknownTables).toEqual(found)
  writable.close()
})

it.each(['session_model_usage', 'Session_Model_Usage', 'Sessions', 'MESSAGES'])(
  'finds triggers on tables with rows of a session, however they spell its name: %s',
  (table) => {
    makeHome({ path: temp.path, era: 'nov', nowMs: Date.UTC(2026, 10, 16) })
    const writable = new Database(join(temp.path, 'state.db'))
    writable.exec(`CREATE TRIGGER audit AFTER DELETE ON ${table} BEGIN SELECT 1; END`)
    expect(readCapabilities(writable).unknownTriggers).toEqual(['audit'])
    writable.close()
  },
)

it('reads the journal mode of a home on a network drive', () => {
  makeHome({ path: temp.path, era: 'aug', nowMs: Date.UTC(2026, 10, 16), journalMode: 'delete' })
  const db = open(temp.path)
  expect(readCapabilities(db)).toMatchObject({
    journalMode: 'delete',
    replacedFileGuard: false,
    ftsStale: false,
  })
  db.close()
})

it('describes a database without any Hermes tables', () => {
  makeHome({ path: temp.path, era: 'mar', nowMs: Date.UTC(2026, 10, 16) })
  const writable = new Database(join(temp.path, 'state.db'))
  writable.exec(
    'DROP TABLE messages_fts; DROP TABLE messages; DROP TABLE sessions; DROP TABLE schema_version',
  )
  writable.close()
  const db = open(temp.path)
  expect(readCapabilities(db)).toMatchObject({
    schemaVersion: null,
    sessionColumns: [],
    messageColumns: [],
    ftsLayout: 'none',
  })
  db.close()
})

it('treats an empty version table as an unknown version', () => {
  makeHome({ path: temp.path, era: 'mar', nowMs: Date.UTC(2026, 10, 16) })
  const writable = new Database(join(temp.path, 'state.db'))
  writable.exec('DELETE FROM schema_version')
  writable.close()
  const db = open(temp.path)
  expect(readCapabilities(db).schemaVersion).toBeNull()
  db.close()
})

const realHomes = [
  { name: 'mar', layout: 'A', cjk: false },
  { name: 'may', layout: 'B', cjk: false },
  { name: 'aug', layout: 'C', cjk: false },
  { name: 'augcjk', layout: 'C', cjk: true },
  { name: 'upg_mar', layout: 'mixed', cjk: false },
].filter(({ name }) => existsSync(join(FIXTURES, `${name}.tar.gz`)))

for (const { name, layout, cjk } of realHomes) {
  it(`reads what Hermes itself wrote: ${name}`, () => {
    // The unpacking script counts the rows independently, with Python's SQLite.
    const facts = JSON.parse(execFileSync(join(FIXTURES, 'unpack'), [name, temp.path], { encoding: 'utf8' }))
    const db = open(temp.path)
    const caps = readCapabilities(db)
    const rows = readSessions(db, caps)
    const routing = readRouting(db, caps, temp.path)
    db.close()
    expect(caps).toMatchObject({
      schemaVersion: facts.schema,
      journalMode: facts.journal_mode,
      ftsLayout: layout,
      cjkTriggers: cjk,
      unknownTriggers: [],
      unknownTables: [],
    })
    expect(rows).toHaveLength(facts.sessions)
    expect(rows.filter((row) => row.endedMs === null)).toHaveLength(facts.open)
    expect(rows.filter((row) => row.source === 'cron')).toHaveLength(facts.cron)
    expect(rows.every((row) => row.startedMs > Date.UTC(2026, 0, 1))).toBe(true)
    const index = JSON.parse(readFileSync(join(temp.path, 'sessions', 'sessions.json'), 'utf8'))
    const keys = Object.keys(index).filter((key) => !key.startsWith('_'))
    expect(routing.ok && routing.value.entries.map((entry) => entry.key).sort()).toEqual(keys.sort())
  })
}
