/** Compares the database's numbers with SQL on a copy and with a real compaction of that copy. */
import { cpSync, lstatSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, describe, expect, it } from 'vitest'
import type { DatabaseView } from '../../domain/database/database-view.ts'
import { openStore } from '../../store/open-store.ts'
import { homesOfEveryEra } from '../../testing/homes-of-every-era.ts'
import { smallHome } from '../../testing/presets/small-home.ts'
import { tempHome } from '../../testing/temp-home.ts'
import { HomeMemory } from '../observe/home-memory.ts'
import { HomeObserver } from '../observe/home-observer.ts'
import { readDatabase } from './read-database.ts'

const temp = tempHome()
const store = openStore(join(temp.root, 'data'))
if (!store.ok) throw new Error(store.fault.detail)
afterAll(() => {
  store.value.close()
  temp.cleanup()
})

const observe = (path: string, memory: HomeMemory | string = new HomeMemory(store.value, path)) =>
  new HomeObserver({ id: 'main', label: 'main', path, profile: null, root: path, demo: false }, memory, {
    readOnly: false,
    clock: Date.now,
  })

/** Polls until the count is available, as a page would. */
async function ask(home: HomeObserver): Promise<DatabaseView> {
  const view = await readDatabase(home)
  return view.count.state === 'idle' ? view : ask(home)
}

let copies = 0
function copyOf(path: string): Database.Database {
  copies += 1
  const folder = join(temp.root, `copy-${copies}`)
  mkdirSync(folder)
  for (const name of ['state.db', 'state.db-wal'])
    if (lstatSync(join(path, name), { throwIfNoEntry: false })) cpSync(join(path, name), join(folder, name))
  return new Database(join(folder, 'state.db'))
}

describe.each(homesOfEveryEra)('%s', (_, make) => {
  it('every number matches SQLite’s on a copy, and a compaction frees what was predicted', async () => {
    const path = make(temp.root)
    const db = copyOf(path)
    const view = await ask(observe(path))
    const pragma = (name: string) => Number(db.pragma(name, { simple: true }))
    const number = (sql: string) => Number(db.prepare(sql).pluck().get())

    expect(view).toMatchObject({
      fault: null,
      pageBytes: pragma('page_size'),
      fileBytes: pragma('page_count') * pragma('page_size'),
      freeBytes: pragma('freelist_count') * pragma('page_size'),
      usedBytes: (pragma('page_count') - pragma('freelist_count')) * pragma('page_size'),
      schema: number('SELECT version FROM schema_version'),
      orphans: {
        messages: {
          rows: number('SELECT count(*) FROM messages WHERE session_id NOT IN (SELECT id FROM sessions)'),
        },
      },
    })
    expect(view.tables?.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0)).toBe(view.usedBytes)
    expect(view.ftsBytes).toBe(
      number(
        "SELECT sum(pgsize) FROM dbstat WHERE aggregate = TRUE AND name LIKE 'messages\\_fts%' ESCAPE '\\'",
      ),
    )
    const before = pragma('page_count') * pragma('page_size')
    db.exec('VACUUM')
    const gained = before - pragma('page_count') * pragma('page_size')
    expect(gained).toBeGreaterThanOrEqual(view.compaction.gainBytes ?? Infinity)
    expect(gained).toBeLessThanOrEqual(view.compaction.gainUpToBytes ?? 0)
    db.close()
  })
})

it('a quiet home may be compacted, one with the CJK index or mixed triggers may not', async () => {
  const make = (name: string, changes: Parameters<typeof smallHome>[3]) =>
    smallHome(join(temp.root, name), 'aug', Date.now(), changes).path
  const refusals = async (path: string) =>
    (await ask(observe(path))).compaction.refusals.map(({ code }) => code)
  expect(await refusals(make('quiet', {}))).toEqual([])
  expect(await refusals(make('cjk', { cjk: true }))).toEqual(['cjk-tokenizer'])
  expect(await refusals(make('upgraded', { upgradedFrom: 'mar' }))).toEqual(['fts-mixed'])
  expect(
    await refusals(make('copied', { extras: [{ path: '.state.db-litestream/ltx/0', text: '' }] })),
  ).toEqual(['replicated'])
})

it('free pages and orphans of both kinds are detected', async () => {
  const path = join(temp.root, 'orphans')
  const home = smallHome(path, 'aug', Date.now(), { pruned: [{ id: 'gone', messages: 600 }] })
  const db = new Database(home.databasePath)
  db.pragma('foreign_keys = OFF')
  db.exec(`INSERT INTO messages (session_id, role, content, timestamp) VALUES ('lost', 'user', 'hello', 1);
    INSERT INTO session_model_usage (session_id, model) VALUES ('lost', 'm')`)
  db.close()
  const view = await ask(observe(path))
  expect(view.freeBytes).toBeGreaterThan(0)
  expect(view.orphans).toEqual({
    messages: { sessions: 1, rows: 1, bytes: expect.any(Number) },
    usage: { sessions: 1, rows: 1, complete: true },
  })
})

it('a home is counted even if Steward’s database cannot be opened', async () => {
  const path = smallHome(join(temp.root, 'no-notes'), 'may', Date.now()).path
  const view = await ask(observe(path, 'no room'))
  expect(view.tables?.length).toBeGreaterThan(5)
  expect(view.orphans.messages).toBeNull()
})

it('a home without a database has nothing to count, and says why', async () => {
  const path = join(temp.root, 'empty')
  mkdirSync(path)
  const view = await ask(observe(path))
  expect(view).toMatchObject({ fault: { code: 'db-missing' }, pageBytes: null, tables: null, search: null })
  expect(view.compaction).toMatchObject({
    gainBytes: null,
    safeNow: false,
    refusals: [{ code: 'db-missing' }],
  })
})
