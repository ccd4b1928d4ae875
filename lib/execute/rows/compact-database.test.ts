/** Compacting frees space without losing a row, and requires an undamaged database that nothing else has open. */
import { cpSync, lstatSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readCapabilities } from '../../collect/database/read-capabilities.ts'
import { readTrigrams } from '../../collect/database/read-trigrams.ts'
import { findFaults, readAllRows, searchHome } from '../../testing/home-rows.ts'
import { makeHeavyHome } from '../../testing/presets/heavy-home.ts'
import { startWriter } from '../../testing/processes/line-child.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { compactDatabase } from './compact-database.ts'

let temp: TempHome
let path: string
let planned: string
beforeEach(() => {
  temp = tempHome()
  makeHeavyHome(temp.path, Date.now(), { sessions: 120, messages: 1_500, isSearchable: true })
  path = join(temp.path, 'state.db')
  change(`DELETE FROM messages WHERE id % 3 > 0`)
  const { dev, ino } = lstatSync(path)
  planned = `${dev}:${ino}`
})
afterEach(() => temp.cleanup())

const change = (sql: string): void => {
  const db = new Database(path)
  db.exec(sql)
  db.close()
}

const compact = (freeBytes?: () => number) =>
  compactDatabase(temp.path, {
    readCapabilities,
    readTrigrams,
    identity: planned,
    ...(freeBytes && { freeBytes }),
  })

it('shrinks the file in place and keeps every row, search result and setting', () => {
  change('PRAGMA application_id = 77')
  const rows = readAllRows(temp.path)
  const found = searchHome(temp.path)
  const inode = lstatSync(path).ino
  const result = compact()
  expect(result).toMatchObject({ ok: true })
  if (result.ok) expect(result.value.afterBytes).toBeLessThan(result.value.beforeBytes)
  expect(lstatSync(path).ino).toBe(inode)
  expect(lstatSync(`${path}-wal`, { throwIfNoEntry: false })).toBeUndefined()
  expect(readAllRows(temp.path)).toEqual(rows)
  expect(searchHome(temp.path)).toEqual(found)
  expect(findFaults(temp.path)).toEqual([])
  const db = new Database(path, { readonly: true })
  expect([
    db.pragma('application_id', { simple: true }),
    db.pragma('journal_mode', { simple: true }),
  ]).toEqual([77, 'wal'])
  db.close()
})

it('is refused while another process has the database open, even idle', async () => {
  const other = await startWriter(path)
  await other.ask('db.prepare("SELECT count(*) FROM sessions").pluck().get()')
  const before = readAllRows(temp.path)
  expect(compact()).toMatchObject({ ok: false, fault: { code: 'in-use' } })
  expect(await other.ask('db.prepare("UPDATE sessions SET title = null").run().changes')).toBe('120')
  await other.stop()
  expect(readAllRows(temp.path)).toEqual(before)
})

/** As restoring a backup would: the same rows in another file. */
function replace(): void {
  cpSync(path, `${path}.new`)
  renameSync(`${path}.new`, path)
}

it.each([
  ['no room for the copy', 'no-space', () => {}, () => 1_000],
  ['Litestream beside it', 'replicated', () => mkdirSync(join(temp.path, '.state.db-litestream')), undefined],
  ['a newer Litestream', 'replicated', () => mkdirSync(join(temp.path, 'state.db-litestream')), undefined],
  ['another file in its place', 'db-replaced', replace, undefined],
  [
    'tables of Litestream',
    'replicated',
    () => change('CREATE TABLE _litestream_seq (id INTEGER)'),
    undefined,
  ],
  [
    'a schema from the future',
    'schema-unknown',
    () => change('UPDATE schema_version SET version = 99'),
    undefined,
  ],
  [
    'an index that does not match its messages',
    'damaged',
    () => change(`INSERT INTO messages_fts(messages_fts, rowid, content) VALUES('delete', 3, 'never there')`),
    undefined,
  ],
] as const)('is refused with %s and changes nothing', (_, code, prepare, freeBytes) => {
  prepare()
  const copy = join(temp.root, 'copy.db')
  cpSync(path, copy)
  const before = readAllRows(temp.path)
  expect(compact(freeBytes)).toMatchObject({ ok: false, fault: { code } })
  expect(readAllRows(temp.path)).toEqual(before)
  expect(lstatSync(path).size).toBe(lstatSync(copy).size)
})
