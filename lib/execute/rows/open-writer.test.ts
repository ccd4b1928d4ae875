/** A home with an unknown schema is refused with a reason before anything is opened for writing. */
import { existsSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readCapabilities } from '../../collect/database/read-capabilities.ts'
import { readTrigrams } from '../../collect/database/read-trigrams.ts'
import { endedItems, readAllRows } from '../../testing/home-rows.ts'
import { makeHome } from '../../testing/make-home.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { FREELY, withWriter } from '../../testing/torture/row-run.ts'
import { deleteSessions } from './delete-sessions.ts'
import { openWriter } from './open-writer.ts'

const DAY = Date.UTC(2026, 10, 1)

let temp: TempHome
beforeEach(() => {
  temp = tempHome()
  const sessions = ['a', 'b'].map((id) => ({ id, startedMs: DAY, endedMs: DAY + 1, endReason: 'cli_close' }))
  makeHome({ path: temp.path, era: 'aug', nowMs: DAY, sessions })
})
afterEach(() => temp.cleanup())

const change = (sql: string): void => {
  const db = new Database(join(temp.path, 'state.db'))
  db.exec(sql)
  db.close()
}

const open = () => openWriter(temp.path, { readCapabilities, readTrigrams, isAlone: () => true })

it.each([
  ['a schema from the future', 'schema-unknown', 'UPDATE schema_version SET version = 99'],
  [
    'an unknown trigger on messages',
    'unknown-trigger',
    'CREATE TRIGGER audit AFTER DELETE ON messages BEGIN SELECT 1; END',
  ],
  [
    'an unknown trigger on a table deleted along with sessions',
    'unknown-trigger',
    'CREATE TRIGGER audit AFTER DELETE ON session_model_usage BEGIN SELECT 1; END',
  ],
  [
    'a plugin’s table that refers to sessions',
    'unknown-table',
    'CREATE TABLE plugin (id INTEGER, session TEXT REFERENCES sessions(id))',
  ],
  [
    'a plugin’s table that refers to messages',
    'unknown-table',
    'CREATE TABLE plugin (message INTEGER REFERENCES messages(id))',
  ],
  ['half of its search triggers', 'fts-mixed', 'DROP TRIGGER messages_fts_delete'],
])('refuses %s', (_, code, sql) => {
  change(sql)
  const before = readAllRows(temp.path)
  expect(open()).toMatchObject({ ok: false, fault: { code } })
  expect(readAllRows(temp.path)).toEqual(before)
})

it('refuses a database that is a link', () => {
  renameSync(join(temp.path, 'state.db'), join(temp.root, 'elsewhere.db'))
  symlinkSync(join(temp.root, 'elsewhere.db'), join(temp.path, 'state.db'))
  expect(open()).toMatchObject({ ok: false, fault: { code: 'db-symlink' } })
})

it('refuses a home without a database and creates none', () => {
  renameSync(join(temp.path, 'state.db'), join(temp.root, 'elsewhere.db'))
  expect(open()).toMatchObject({ ok: false, fault: { code: 'db-missing' } })
  expect(existsSync(join(temp.path, 'state.db'))).toBe(false)
})

it('removes the WAL on close only if no other process has the database open', async () => {
  const wal = join(temp.path, 'state.db-wal')
  const [first, second] = endedItems(temp.path)
  await withWriter(temp.path, (writer) => deleteSessions(writer, first ? [first] : [], FREELY))
  expect(existsSync(wal)).toBe(true)
  await withWriter(temp.path, (writer) => deleteSessions(writer, second ? [second] : [], FREELY), {
    isAlone: true,
  })
  expect(existsSync(wal)).toBe(false)
  expect(endedItems(temp.path)).toEqual([])
})

it('stops if the schema changes during a run, as by an update of Hermes', async () => {
  const items = endedItems(temp.path)
  const outcomes = await withWriter(temp.path, async (writer) => {
    change('ALTER TABLE sessions ADD COLUMN mood TEXT')
    return deleteSessions(writer, items, FREELY)
  })
  expect(outcomes.get('a')).toMatchObject({ kind: 'failed', code: 'schema-changed' })
  expect(endedItems(temp.path)).toHaveLength(2)
})
