/** A broken home shows a clear message for the broken part and correct numbers for the rest. Nothing is written or thrown. */
import {
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, describe, expect, it } from 'vitest'
import type { HomeRef } from '../../domain/home/home.ts'
import { digestTree } from '../../testing/digest-tree.ts'
import { smallHome } from '../../testing/presets/small-home.ts'
import { startWriter } from '../../testing/processes/line-child.ts'
import { tempHome } from '../../testing/temp-home.ts'
import { HomeObserver } from './home-observer.ts'

const temp = tempHome()
afterAll(temp.cleanup)

const makeGood = () => smallHome(join(mkdtempSync(join(temp.root, 'h-')), 'home'), 'aug', Date.now()).path
const refOf = (path: string): HomeRef => ({
  id: 'main',
  label: 'main',
  path,
  profile: null,
  root: path,
  demo: false,
})
const observe = (path: string) =>
  new HomeObserver(refOf(path), 'no memory in this test', { readOnly: false, clock: Date.now }).observe()
const noticeCodes = (overview: Awaited<ReturnType<typeof observe>>['overview']) =>
  overview.notices.map(({ code }) => code).filter((code) => code !== 'memory-unavailable')

const goodPath = makeGood()
const good = await observe(goodPath)
const transcripts = good.overview.files?.transcripts.count

/** A change to a good home, and what the overview must report. */
describe('state.db', () => {
  it.each([
    ['missing', (path: string) => removeDatabase(path), 'db-missing'],
    ['empty', (path: string) => replaceDatabase(path, Buffer.alloc(0)), 'db-empty'],
    ['zeroed', (path: string) => replaceDatabase(path, Buffer.alloc(8_192)), 'db-zeroed'],
    [
      'not a database',
      (path: string) => replaceDatabase(path, Buffer.from('these are notes, not rows\n'.repeat(400))),
      'db-not-a-database',
    ],
    ['cut in the middle', (path: string) => truncateSync(join(path, 'state.db'), 64 * 1024), 'db-malformed'],
    [
      'a folder',
      (path: string) => {
        removeDatabase(path)
        mkdirSync(join(path, 'state.db'))
      },
      'db-unreadable',
    ],
    [
      'a link out of the home',
      (path: string) => {
        renameSync(join(path, 'state.db'), `${path}-elsewhere`)
        symlinkSync(`${path}-elsewhere`, join(path, 'state.db'))
      },
      'db-symlink',
    ],
    [
      'of something else',
      (path: string) => {
        removeDatabase(path)
        const db = new Database(join(path, 'state.db'))
        db.exec('CREATE TABLE notes(a)')
        db.close()
      },
      'db-no-sessions-table',
    ],
    [
      'kept in PostgreSQL',
      (path: string) => writeFileSync(join(path, 'config.yaml'), 'database:\n  backend: postgres\n'),
      'db-unsupported-backend',
    ],
    [
      'kept in PostgreSQL, and not here at all',
      (path: string) => {
        removeDatabase(path)
        writeFileSync(join(path, 'config.yaml'), 'database:\n  backend: postgres\n')
      },
      'db-unsupported-backend',
    ],
  ])('%s: reported once, files and disk still correct, nothing written', async (_, breakIt, code) => {
    const path = makeGood()
    breakIt(path)
    const before = digestTree(path)
    const { overview, status } = await observe(path)
    expect(noticeCodes(overview)).toEqual([code])
    expect(overview.sessions).toBeNull()
    expect(overview.tokens).toBeNull()
    expect(overview.files?.transcripts.count).toBe(transcripts)
    expect(overview.disk.homeBytes).toBeGreaterThan(0)
    expect(status.writable).toBe(false)
    expect(status.refusals.map((refusal) => refusal.code)).toEqual([code])
    expect(digestTree(path)).toEqual(before)
  })

  it('locked by another process: reported within seconds, files still correct', async () => {
    const path = smallHome(join(mkdtempSync(join(temp.root, 'h-')), 'home'), 'aug', Date.now(), {
      journalMode: 'delete',
    }).path
    const holder = await startWriter(join(path, 'state.db'))
    await holder.ask("db.exec('BEGIN EXCLUSIVE')")
    const { overview } = await observe(path)
    await holder.stop()
    expect(noticeCodes(overview)).toEqual(['db-locked'])
    expect(overview.sessions).toBeNull()
    expect(overview.files?.transcripts.count).toBe(transcripts)
  })

  it('of a schema from the future: everything shown, writing refused', async () => {
    const path = smallHome(join(mkdtempSync(join(temp.root, 'h-')), 'home'), 'nov', Date.now(), {
      schemaVersion: 99,
    }).path
    const { overview, status } = await observe(path)
    expect(overview.sessions?.total).toBe(good.overview.sessions?.total)
    expect(status).toMatchObject({ schema: 99, writable: false, refusals: [{ code: 'schema-unknown' }] })
  })

  it('a missing home is reported', async () => {
    const { overview } = await observe(join(temp.root, 'nowhere'))
    expect(noticeCodes(overview)).toContain('home-missing')
    expect(overview.disk.homeBytes).toBeNull()
  })
})

describe('files', () => {
  it.each([
    ['sessions/sessions.json', 'unfinished {', ['malformed-file']],
    ['cron/jobs.json', '{"jobs": 7', ['malformed-file']],
    ['config.yaml', 'sessions: [unclosed\n  - : :', ['malformed-file']],
    ['sessions/session_broken.json', '{"messages": [', []],
  ])('a broken %s hides nothing else', async (name, content, codes) => {
    const path = makeGood()
    writeFileSync(join(path, name), content)
    const before = digestTree(path)
    const { overview } = await observe(path)
    expect(noticeCodes(overview)).toEqual(codes)
    expect(overview.sessions?.total).toBe(good.overview.sessions?.total)
    expect(overview.disk.homeBytes).toBeGreaterThan(0)
    expect(digestTree(path)).toEqual(before)
  })

  it.each([
    ['config.yaml', `a: ${'['.repeat(300_000)}`],
    ['config.yaml', ']'.repeat(500_000)],
    ['config.yaml', '? '.repeat(5_000)],
    ['sessions/sessions.json', '['.repeat(10_000_000)],
    ['sessions/sessions.json', `{"a": [${'{},'.repeat(3_000_000)}{}]}`],
    ['cron/jobs.json', '{"jobs": '.repeat(1_000_000)],
  ])('%s that would take all memory or time is malformed', async (name, text) => {
    const path = makeGood()
    writeFileSync(join(path, name), text)
    const { overview } = await observe(path)
    expect(noticeCodes(overview)).toContain('malformed-file')
    expect(overview.sessions?.total).toBe(good.overview.sessions?.total)
  })

  it('a broken project file makes its checkpoint unreachable, never an orphan', async () => {
    const path = makeGood()
    const orphansBefore = good.overview.findings.find(({ code }) => code === 'orphan-checkpoints')?.count ?? 0
    writeFileSync(join(path, 'checkpoints/store/projects/0123456789abcdef.json'), '{"workdir": ')
    const { overview } = await observe(path)
    expect(overview.findings.find(({ code }) => code === 'orphan-checkpoints')?.count ?? 0).toBe(
      orphansBefore,
    )
  })

  it('a sessions folder that is a link is not followed', async () => {
    const path = makeGood()
    renameSync(join(path, 'sessions'), `${path}-sessions`)
    symlinkSync(`${path}-sessions`, join(path, 'sessions'))
    const { overview } = await observe(path)
    expect(noticeCodes(overview)).toContain('folder-symlink')
    expect(overview.files).toBeNull()
    expect(overview.sessions?.total).toBe(good.overview.sessions?.total)
  })

  it('names with newlines and invalid UTF-8 are counted, not lost', async () => {
    const path = makeGood()
    const odd = [
      Buffer.from('session_new\nline.json'),
      Buffer.concat([Buffer.from('session_'), Buffer.from([0xff, 0xfe, 0x80]), Buffer.from('.json')]),
    ]
    for (const name of odd) writeFileSync(Buffer.concat([Buffer.from(`${path}/sessions/`), name]), '{}')
    const { overview } = await observe(path)
    expect(overview.files?.transcripts.count).toBe((transcripts ?? 0) + odd.length)
  })

  it('a hundred thousand files are counted', async () => {
    const path = makeGood()
    for (let n = 0; n < 100_000; n += 1) writeFileSync(join(path, 'sessions', `session_many_${n}.json`), '')
    const observer = new HomeObserver(refOf(path), 'no memory in this test', {
      readOnly: false,
      clock: Date.now,
    })
    // The first response may come before the walk ends, so a later request shows the result.
    await expect
      .poll(async () => (await observer.observe()).overview.files?.transcripts.count, { timeout: 60_000 })
      .toBe((transcripts ?? 0) + 100_000)
    rmSync(path, { recursive: true })
  })

  it('files and rows from a clock in the future are young, and the sums still add up', async () => {
    const path = makeGood()
    const ahead = Date.now() / 1000 + 400 * 86_400
    utimesSync(join(path, 'config.yaml'), ahead, ahead)
    writeFileSync(join(path, 'sessions/session_future.json'), '{}')
    utimesSync(join(path, 'sessions/session_future.json'), ahead, ahead)
    change(path, (db) =>
      db.prepare("INSERT INTO sessions (id, source, started_at) VALUES ('future', 'cli', ?)").run(ahead),
    )
    const { overview } = await observe(path)
    expect(overview.sessions?.ageBuckets.reduce((sum, { count }) => sum + count, 0)).toBe(
      overview.sessions?.total,
    )
    expect(overview.files?.transcripts.ageBuckets[0]?.count).toBe(
      (good.overview.files?.transcripts.ageBuckets[0]?.count ?? 0) + 1,
    )
  })
})

describe('ids', () => {
  it.each([
    '../x',
    '*',
    '/etc/passwd',
    'a\u0000b',
    "'; DROP TABLE sessions; --",
    'x'.repeat(4_096),
    '',
    '<script>alert(1)</script>',
  ])('a session called %j is a row like any other', async (id) => {
    const path = makeGood()
    change(path, (db) =>
      db.prepare("INSERT INTO sessions (id, source, started_at, title) VALUES (?, 'cli', 1, NULL)").run(id),
    )
    const before = digestTree(path)
    const { overview } = await observe(path)
    expect(overview.sessions?.total).toBe((good.overview.sessions?.total ?? 0) + 1)
    expect(overview.files?.orphans).toEqual(good.overview.files?.orphans)
    expect(digestTree(path)).toEqual(before)
  })
})

function removeDatabase(path: string): void {
  for (const name of ['state.db', 'state.db-wal', 'state.db-shm']) rmSync(join(path, name), { force: true })
}

function replaceDatabase(path: string, content: Buffer): void {
  removeDatabase(path)
  writeFileSync(join(path, 'state.db'), content)
}

function change(path: string, work: (db: Database.Database) => void): void {
  const db = new Database(join(path, 'state.db'))
  work(db)
  db.close()
}
