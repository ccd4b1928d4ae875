import { linkSync, lstatSync, mkdirSync, renameSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { smallHome } from '../../testing/presets/small-home.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { makeFingerprints } from './read-fingerprints.ts'
import { readSessionFingerprints } from './read-session-fingerprints.ts'

let temp: TempHome
const at = (...names: string[]) => join(temp.path, ...names)
const readFingerprints = () =>
  makeFingerprints(
    temp.path,
    () => () => null,
    () => null,
    () => null,
  )
beforeEach(() => {
  temp = tempHome()
  mkdirSync(at('sessions'), { recursive: true })
})
afterEach(() => temp.cleanup())

describe('a file', () => {
  it('has a fingerprint that is exact to the nanosecond', () => {
    writeFileSync(at('sessions', 'a.json'), 'x'.repeat(5_000))
    const stats = lstatSync(at('sessions', 'a.json'), { bigint: true })
    expect(readFingerprints().file(['sessions', 'a.json'])).toEqual({
      fingerprint: {
        path: ['sessions', 'a.json'],
        dev: String(stats.dev),
        ino: String(stats.ino),
        size: 5_000,
        mtimeNs: String(stats.mtimeNs),
        bytes: Number(stats.blocks) * 512,
      },
      modifiedMs: Number(stats.mtimeMs),
    })
  })

  it('frees nothing while another name keeps its blocks', () => {
    writeFileSync(at('sessions', 'a.json'), 'x'.repeat(5_000))
    linkSync(at('sessions', 'a.json'), at('other'))
    expect(readFingerprints().file(['sessions', 'a.json'])?.fingerprint.bytes).toBe(0)
  })

  it('behind a link, or not a regular file, gets no fingerprint', () => {
    writeFileSync(at('real'), 'x')
    symlinkSync(at('real'), at('sessions', 'link.json'))
    mkdirSync(at('sessions', 'folder.json'))
    expect(readFingerprints().file(['sessions', 'link.json'])).toBeNull()
    expect(readFingerprints().file(['sessions', 'folder.json'])).toBeNull()
    expect(readFingerprints().file(['sessions', 'gone.json'])).toBeNull()
    writeFileSync(at('sessions', 'a.json'), 'x')
    renameSync(at('sessions'), at('elsewhere'))
    symlinkSync(at('elsewhere'), at('sessions'))
    expect(readFingerprints().file(['sessions', 'a.json'])).toBeNull()
  })
})

describe('a folder', () => {
  it('has a fingerprint that covers everything below it', () => {
    mkdirSync(at('checkpoints', 'r', 'objects'), { recursive: true })
    writeFileSync(at('checkpoints', 'r', 'HEAD'), 'x')
    writeFileSync(at('checkpoints', 'r', 'objects', 'o'), 'y')
    symlinkSync('/nowhere', at('checkpoints', 'r', 'objects', 'l'))
    for (const name of ['objects', 'HEAD', '.']) utimesSync(at('checkpoints', 'r', name), 1_000, 1_000)
    utimesSync(at('checkpoints', 'r', 'objects', 'o'), 2_000_000_000, 2_000_000_000)
    const seen = readFingerprints().folder(['checkpoints', 'r'])
    expect(seen).toMatchObject({
      newestMs: 2_000_000_000_000,
      fingerprint: { entries: 4, newestMtimeNs: '2000000000000000000' },
    })
  })

  it('that a link leads to gets no fingerprint', () => {
    mkdirSync(at('real'))
    symlinkSync(at('real'), at('link'))
    expect(readFingerprints().folder(['link'])).toBeNull()
    expect(readFingerprints().folder(['gone'])).toBeNull()
  })
})

it('cron outputs are distinguished from other files in their folders', () => {
  mkdirSync(at('cron', 'output', 'j1', 'deeper'), { recursive: true })
  mkdirSync(at('cron', 'output', 'j2'))
  for (const name of ['2026-11-01_08-00-00.md', '.output_x.tmp', 'notes.txt'])
    writeFileSync(at('cron', 'output', 'j1', name), 'x')
  symlinkSync('/nowhere', at('cron', 'output', 'j1', '2026-11-02_08-00-00.md'))
  const [folder] =
    readFingerprints()
      .cronFolders()
      ?.filter(({ jobId }) => jobId === 'j1') ?? []
  expect(folder?.outputs.map(({ fingerprint }) => fingerprint.path.at(-1))).toEqual([
    '2026-11-01_08-00-00.md',
  ])
  expect(folder?.temporary.map(({ fingerprint }) => fingerprint.path.at(-1))).toEqual(['.output_x.tmp'])
  expect(folder?.others).toBe(3)
})

it('a home without outputs has none, and outputs behind a link are unknown', () => {
  expect(readFingerprints().cronFolders()).toEqual([])
  mkdirSync(at('real'))
  mkdirSync(at('cron'))
  symlinkSync(at('real'), at('cron', 'output'))
  expect(readFingerprints().cronFolders()).toBeNull()
})

it('half-written packs are found in the store and in single repositories', () => {
  for (const name of ['store', '0123456789abcdef', 'legacy-20260601-101010']) {
    mkdirSync(at('checkpoints', name, 'objects', 'pack'), { recursive: true })
    writeFileSync(at('checkpoints', name, 'objects', 'pack', 'tmp_pack_Ab12'), 'x')
    writeFileSync(at('checkpoints', name, 'objects', 'pack', 'pack-1.pack'), 'x')
  }
  expect(
    readFingerprints()
      .temporaryPacks()
      .map(({ fingerprint }) => fingerprint.path[1])
      .sort(),
  ).toEqual(['0123456789abcdef', 'store'])
})

describe('sessions', () => {
  const open = (path: string) => new Database(path, { readonly: true, fileMustExist: true })
  const columns = (db: Database.Database) => {
    const of = (table: string) =>
      db
        .prepare<[], { name: string }>(`SELECT name FROM pragma_table_info('${table}')`)
        .all()
        .map(({ name }) => name)
    return { sessionColumns: of('sessions'), messageColumns: of('messages') }
  }

  it('have fingerprints that match plain SQL, both by counting and from Steward’s counts', () => {
    const home = smallHome(join(temp.root, 'made'), 'aug', Date.now(), { checkpoints: [] })
    const db = open(home.databasePath)
    const truth = db
      .prepare<[], Record<string, unknown>>(
        `SELECT id, ended_at AS endedAt, end_reason AS endReason, message_count AS messageCount,
           parent_session_id AS parentId, (SELECT count(*) FROM messages m WHERE m.session_id = s.id) AS messages,
           (SELECT max(id) FROM messages m WHERE m.session_id = s.id) AS newestMessageId FROM sessions s`,
      )
      .all()
    const ids = truth.map(({ id }) => String(id))
    const allFingerprints = (fingerprintOf: ReturnType<typeof readSessionFingerprints>) =>
      ids.map((id) => ({ id, ...fingerprintOf(id)?.fingerprint }))
    expect(allFingerprints(readSessionFingerprints(db, columns(db), null))).toEqual(truth)
    const total = db
      .prepare<[], { n: number; top: number }>('SELECT count(*) AS n, max(id) AS top FROM messages')
      .get()
    const known = {
      highWater: total?.top ?? 0,
      messages: total?.n ?? 0,
      sessions: new Map(
        truth
          .filter(({ messages }) => messages !== 0)
          .map(({ id, messages, newestMessageId }) => [
            String(id),
            { messages: Number(messages), maxMessageId: Number(newestMessageId) },
          ]),
      ),
    }
    expect(allFingerprints(readSessionFingerprints(db, columns(db), known))).toEqual(truth)
    const outdated = { ...known, messages: known.messages - 1, sessions: new Map() }
    expect(allFingerprints(readSessionFingerprints(db, columns(db), outdated))).toEqual(truth)
    db.close()
  })

  it('whose rows cannot be compared exactly are left out', () => {
    const db = new Database(at('state.db'))
    db.exec(`CREATE TABLE sessions (id TEXT, ended_at REAL, end_reason TEXT);
      CREATE TABLE messages (id INTEGER PRIMARY KEY, session_id TEXT, timestamp REAL);
      INSERT INTO sessions VALUES ('fine', 1.5, NULL), (x'ff00', 1, NULL), ('text end', 'soon', NULL),
        (CAST(x'61ff' AS TEXT), 1, NULL);
      INSERT INTO messages (session_id, timestamp) VALUES ('fine', 1790000000), ('fine', 'garbage'),
        (CAST(x'61ff' AS TEXT), 1);`)
    const fingerprintOf = readSessionFingerprints(db, columns(db), null)
    expect(fingerprintOf('fine')).toEqual({
      fingerprint: {
        endedAt: 1.5,
        endReason: null,
        messageCount: null,
        messages: 2,
        newestMessageId: 2,
        parentId: null,
      },
      newestMessageMs: 1_790_000_000_000,
    })
    for (const id of ['text end', 'a\uFFFD', '\uFFFD\0', 'nobody']) expect(fingerprintOf(id)).toBeNull()
    db.close()
  })
})
