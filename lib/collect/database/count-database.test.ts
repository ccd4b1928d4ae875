import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, describe, expect, it } from 'vitest'
import { digestTree } from '../../testing/digest-tree.ts'
import type { HomeSpec } from '../../testing/home/spec.ts'
import type { Era } from '../../testing/make-home.ts'
import { addPhotoSession } from '../../testing/photo-session.ts'
import { smallHome } from '../../testing/presets/small-home.ts'
import { tempHome } from '../../testing/temp-home.ts'
import { readLinuxHolders } from '../processes/read-linux-holders.ts'
import { type CountInput, countDatabase } from './count-database.ts'
import { runDbstat } from './run-dbstat.ts'

const temp = tempHome()
afterAll(temp.cleanup)

let made = 0
function make(era: Era, changes: Partial<HomeSpec> = {}) {
  made += 1
  return smallHome(join(temp.root, `home-${made}`), era, Date.now(), {
    checkpoints: [],
    files: [],
    ...changes,
  })
}

const count = (homePath: string, change: Partial<CountInput> = {}) => {
  const counted = countDatabase({
    homePath,
    timeoutMs: 60_000,
    isCancelled: () => false,
    onProgress: () => undefined,
    ...change,
  })
  if (!counted.ok) throw new Error(counted.fault.code)
  return counted.value
}

const CASES: [string, () => { path: string; databasePath: string }][] = [
  ...(['mar', 'may', 'jul', 'aug', 'nov'] as const).map((era): (typeof CASES)[number] => [
    era,
    () => make(era),
  ]),
  ['aug with the CJK index', () => make('aug', { cjk: true })],
  ['aug made from mar', () => make('aug', { upgradedFrom: 'mar' })],
  ['may with free pages', () => make('may', { pruned: [{ id: 'gone', messages: 400 }] })],
]

describe.each(CASES)('%s', (_, makeHomeAt) => {
  it('every object has the bytes and rows SQLite reports, and together they are the used pages', () => {
    const home = makeHomeAt()
    const copy = join(temp.root, `copy-${made}`)
    mkdirSync(copy)
    cpSync(home.databasePath, join(copy, 'state.db'))
    const db = new Database(join(copy, 'state.db'))
    const counted = count(home.path)
    const truth = new Map(
      db
        .prepare<[], { name: string; pgsize: number }>(
          'SELECT name, pgsize FROM dbstat WHERE aggregate = TRUE',
        )
        .all()
        .map(({ name, pgsize }) => [name, pgsize]),
    )
    expect(new Map(counted?.objects.map(({ name, size }) => [name, size?.bytes]))).toEqual(truth)
    const pragma = (name: string) => Number(db.pragma(name, { simple: true }))
    const used = (pragma('page_count') - pragma('freelist_count')) * pragma('page_size')
    expect(counted?.usedBytes).toBe(used)
    expect(counted?.objects.reduce((sum, { size }) => sum + (size?.bytes ?? 0), 0)).toBe(used)
    for (const { name, kind, size } of counted?.objects ?? []) {
      if (kind === 'index') continue
      const table = name === 'sqlite_schema' ? 'sqlite_master' : name
      const rows = db.prepare<[], number>(`SELECT count(*) FROM "${table}"`).pluck().get()
      expect([name, size?.rows]).toEqual([name, rows])
    }
    db.close()
  })
})

it('tables, indexes, internal and search objects are distinguished', () => {
  const counted = count(make('aug').path)
  const of = (name: string) => counted?.objects.find((object) => object.name === name)
  expect(of('messages')).toMatchObject({ kind: 'table', of: null })
  expect(of('idx_messages_session')).toMatchObject({ kind: 'index', of: 'messages' })
  expect(of('sqlite_autoindex_sessions_1')).toMatchObject({ kind: 'index', of: 'sessions' })
  expect(of('sqlite_sequence')).toMatchObject({ kind: 'internal', of: null })
  expect(of('messages_fts_data')).toMatchObject({ kind: 'search', of: 'messages_fts' })
  expect(of('messages_fts_trigram_idx')).toMatchObject({ kind: 'search', of: 'messages_fts_trigram' })
})

describe('search', () => {
  it('an index is not called damaged because another SQLite wrote it', () => {
    const { path } = make('may')
    const ofTrigrams = () => count(path)?.search.find(({ index }) => index === 'messages_fts_trigram')
    addPhotoSession(path, { id: 'ours', indexedBy: 'ours' })
    expect(ofTrigrams()).toMatchObject({ sound: true })
    addPhotoSession(path, { id: 'older', indexedBy: 'older' })
    expect(ofTrigrams()).toMatchObject({ sound: null, isForeign: true })
  })

  it.each(['mar', 'may', 'jul', 'aug', 'nov'] as const)('%s: each index is undamaged and complete', (era) => {
    for (const check of count(make(era).path)?.search ?? []) {
      expect(check).toMatchObject({ sound: true, entries: check.expected })
      expect(check.entries).toBeGreaterThan(0)
    }
  })

  it('an index that misses messages has fewer entries than expected', () => {
    const home = make('aug')
    const db = new Database(home.databasePath)
    db.exec('DROP TRIGGER messages_fts_insert')
    db.exec(
      "INSERT INTO messages (session_id, role, content, timestamp) VALUES ('twin', 'user', 'unseen', 1)",
    )
    db.close()
    const check = count(home.path)?.search.find(({ index }) => index === 'messages_fts')
    expect((check?.expected ?? 0) - (check?.entries ?? 0)).toBe(1)
  })

  it.each([
    'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS id FROM n',
    'SELECT a.id FROM messages a, messages b, messages c, messages d',
    'SELECT id FROM messages WHERE id IN (SELECT a.id FROM messages a, messages b, messages c, messages d)',
  ])('an index over a view that may never end is checked, but not counted: %s', (select) => {
    const home = make('aug')
    const db = new Database(home.databasePath)
    db.exec(`DROP VIEW messages_fts_trigram_src; CREATE VIEW messages_fts_trigram_src AS ${select}`)
    db.close()
    const check = count(home.path)?.search.find(({ index }) => index === 'messages_fts_trigram')
    expect(check).toMatchObject({ sound: true, entries: null, expected: null })
  })

  it.each([
    ['messages_fts', false],
    ['messages_fts_cjk', true],
  ] as const)(
    '%s is reported as damaged when its words are lost, with or without the tokenizer',
    (index, cjk) => {
      const home = make('aug', { cjk })
      const soundness = () => count(home.path)?.search.find((check) => check.index === index)?.sound
      expect(soundness()).toBe(true)
      const db = new Database(home.databasePath)
      // SQLite protects these tables from everyone except their owner, which damage ignores.
      db.unsafeMode(true)
      db.exec(`DELETE FROM ${index}_data WHERE id > 10`)
      db.close()
      expect(soundness()).toBe(false)
    },
  )
})

it('usage rows of missing sessions are counted, and null if there is no such table', () => {
  const home = make('aug')
  const db = new Database(home.databasePath)
  db.pragma('foreign_keys = OFF')
  db.exec(
    "INSERT INTO session_model_usage (session_id, model, task) VALUES ('gone', 'm', ''), ('gone', 'm', 'vision'), ('also', 'm', '')",
  )
  db.close()
  expect(count(home.path)?.orphanUsage).toEqual({ rows: 3, sessions: 2, complete: true })
  expect(count(make('mar').path)?.orphanUsage).toBeNull()
})

it('large objects stay unknown after the timeout, and nothing fails', () => {
  const counted = count(make('aug', { sessions: [{ id: 'long', messages: 3_000 }] }).path, { timeoutMs: 0 })
  expect(counted?.objects.find(({ name }) => name === 'messages')?.size).toBeNull()
  expect(counted?.usedBytes).toBeGreaterThan(0)
})

it('a canceled count stops between two objects and inside one', () => {
  const home = make('aug', { sessions: [{ id: 'long', messages: 3_000 }] })
  let asked = 0
  const isCancelled = () => {
    asked += 1
    return asked > 5
  }
  expect(count(home.path, { isCancelled })).toBeNull()
})

it('the home is unchanged byte for byte, and no file of it stays open', () => {
  const home = make('aug')
  const before = digestTree(home.path)
  count(home.path)
  expect(digestTree(home.path)).toEqual(before)
  expect(readLinuxHolders(home.path)?.filter(({ self }) => self)).toEqual([])
})

it('a writer can commit at any time, and its WAL can be reset afterwards', async () => {
  const home = make('aug')
  const writer = new Database(home.databasePath, { timeout: 0 })
  writer.pragma('journal_mode = wal')
  const insert = writer.prepare(
    "INSERT INTO messages (session_id, role, content, timestamp) VALUES ('twin', 'user', 'hello', 1)",
  )
  const run = runDbstat(home.path, 60_000)
  let ended = false
  const counted = run.ended.finally(() => {
    ended = true
  })
  let written = 0
  while (!ended) {
    insert.run()
    written += 1
    await new Promise(setImmediate)
  }
  expect(written).toBeGreaterThan(0)
  expect((await counted).ok).toBe(true)
  expect(writer.pragma('wal_checkpoint(TRUNCATE)')).toMatchObject([{ busy: 0 }])
  writer.close()
})

it('a canceled worker reports that it was canceled', async () => {
  const run = runDbstat(make('aug').path, 60_000)
  run.cancel()
  expect(await run.ended).toEqual({ ok: true, value: null })
})

it('a database that cannot be read is a fault', async () => {
  expect(await runDbstat(join(temp.root, 'nowhere'), 1_000).ended).toMatchObject({
    ok: false,
    fault: { code: 'home-missing' },
  })
})
