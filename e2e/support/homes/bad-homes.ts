/** A home for every way a home can be broken: how to create it, and what its page must say. */
import { mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { smallHome } from '../../../lib/testing/presets/small-home.ts'
import { type LineChild, startWriter } from '../../../lib/testing/processes/line-child.ts'

export type BadHome = {
  /** The folder name, which is also the home's id. */
  readonly id: string
  readonly make: (path: string) => void | Promise<void>
  /** Titles of the notices on its page, in order. */
  readonly notices: readonly string[]
  /** Parts that must be shown as unknown. */
  readonly unknown?: readonly ('sessions' | 'files' | 'disk')[]
  /** How many more transcripts and sessions it has than a good home. */
  readonly moreFiles?: number
  readonly moreSessions?: number
  readonly readOnly?: string
}

const HOSTILE_TEXTS = [
  '<script>window.owned = 1</script>',
  '<img src=x onerror="window.owned = 1">',
  'invoice \u202Efdp.exe',
  '\u001b[2J\u001b[31mred\u0007',
  'two\nlines\u2028three',
] as const

const NOW_MS = Date.now()
const AHEAD_S = NOW_MS / 1000 + 400 * 86_400
const database = ['sessions'] as const

export const makeGood = (path: string, changes: Parameters<typeof smallHome>[3] = {}): string =>
  smallHome(path, 'aug', NOW_MS, { checkpoints: [], ...changes }).path

export const BAD_HOMES: readonly BadHome[] = [
  {
    id: 'missing-home',
    make: () => undefined,
    notices: ['This home is not there'],
    unknown: ['sessions', 'files', 'disk'],
    readOnly: 'This home is not there',
  },
  {
    id: 'missing',
    make: (path) => removeDatabase(makeGood(path)),
    notices: ['No state.db in this home'],
    unknown: database,
    readOnly: 'No state.db in this home',
  },
  {
    id: 'empty',
    make: (path) => replaceDatabase(makeGood(path), Buffer.alloc(0)),
    notices: ['state.db is empty'],
    unknown: database,
    readOnly: 'state.db is empty',
  },
  {
    id: 'zeroed',
    make: (path) => replaceDatabase(makeGood(path), Buffer.alloc(8_192)),
    notices: ['state.db holds only zeros'],
    unknown: database,
    readOnly: 'state.db holds only zeros',
  },
  {
    id: 'not-a-database',
    make: (path) => replaceDatabase(makeGood(path), Buffer.from('these are notes, not rows\n'.repeat(400))),
    notices: ['state.db is not a SQLite database'],
    unknown: database,
    readOnly: 'state.db is not a SQLite database',
  },
  {
    id: 'malformed',
    make: (path) => truncateSync(join(makeGood(path), 'state.db'), 64 * 1024),
    notices: ['state.db is damaged'],
    unknown: database,
    readOnly: 'state.db is damaged',
  },
  {
    id: 'a-folder',
    make: (path) => {
      removeDatabase(makeGood(path))
      mkdirSync(join(path, 'state.db'))
    },
    notices: ['state.db cannot be read'],
    unknown: database,
    readOnly: 'state.db cannot be read',
  },
  {
    id: 'locked',
    make: async (path) => lock(join(makeGood(path, { journalMode: 'delete' }), 'state.db')),
    notices: ['state.db did not answer within 2 s'],
    unknown: database,
    readOnly: 'state.db did not answer within 2 s',
  },
  {
    id: 'schema-99',
    make: (path) => void makeGood(path, { schemaVersion: 99 }),
    notices: [],
    readOnly: 'state.db has schema 99',
  },
  {
    id: 'postgres',
    make: (path) => void makeGood(path, { configYaml: 'database:\n  backend: postgres\n' }),
    notices: ['This home keeps its sessions in postgres'],
    unknown: database,
    readOnly: 'This home keeps its sessions in postgres',
  },
  {
    id: 'broken-index',
    make: (path) => {
      smallHome(path, 'mar', NOW_MS, { checkpoints: [] })
      writeFileSync(join(path, 'sessions/sessions.json'), 'unfinished {')
    },
    notices: ['sessions/sessions.json cannot be understood'],
  },
  {
    id: 'broken-jobs',
    make: (path) => writeFileSync(join(makeGood(path), 'cron/jobs.json'), '{"jobs": 7'),
    notices: ['cron/jobs.json cannot be understood'],
  },
  {
    id: 'broken-config',
    make: (path) => {
      smallHome(path, 'aug', NOW_MS)
      writeFileSync(join(path, 'config.yaml'), 'sessions: [unclosed\n  - : :')
    },
    notices: ['config.yaml cannot be understood'],
  },
  {
    id: 'broken-transcript',
    make: (path) => writeFileSync(join(makeGood(path), 'sessions/session_broken.json'), '{"messages": ['),
    notices: [],
    moreFiles: 1,
  },
  {
    id: 'broken-project',
    make: (path) => {
      smallHome(path, 'aug', NOW_MS)
      writeFileSync(join(path, 'checkpoints/store/projects/0123456789abcdef.json'), '{"workdir": ')
    },
    notices: [],
  },
  {
    id: 'sessions-link',
    make: (path) => {
      makeGood(path)
      renameSync(join(path, 'sessions'), `${path}-elsewhere`)
      symlinkSync(`${path}-elsewhere`, join(path, 'sessions'))
    },
    notices: ['sessions is a symbolic link'],
    unknown: ['files'],
  },
  {
    id: 'odd-names',
    make: (path) => {
      makeGood(path)
      const names = [
        Buffer.from('session_new\nline.json'),
        Buffer.from('session_\u001b[31m\u202Egnp.json'),
        Buffer.concat([Buffer.from('session_'), Buffer.from([0xff, 0xfe, 0x80]), Buffer.from('.json')]),
      ]
      for (const name of names) writeFileSync(Buffer.concat([Buffer.from(`${path}/sessions/`), name]), '{}')
    },
    notices: [],
    moreFiles: 3,
  },
  {
    id: 'future',
    make: (path) => {
      makeGood(path)
      writeFileSync(join(path, 'sessions/session_future.json'), '{}')
      for (const name of ['config.yaml', 'sessions/session_future.json'])
        utimesSync(join(path, name), AHEAD_S, AHEAD_S)
      addSessions(path, [{ id: 'future', title: null, startedS: AHEAD_S }])
    },
    notices: ['2 times lie in the future'],
    moreFiles: 1,
    moreSessions: 1,
  },
  {
    id: 'odd-ids',
    make: (path) => {
      const ids = ['../x', '*', '/etc/passwd', 'x'.repeat(4_096), "'; DROP TABLE sessions; --", '']
      addSessions(
        makeGood(path),
        ids.map((id) => ({ id, title: null, startedS: 1 })),
      )
    },
    notices: [],
    moreSessions: 6,
  },
  {
    id: 'hostile-texts',
    make: (path) => {
      const jobs = HOSTILE_TEXTS.map((name, index) => ({
        id: `d${index}d${index}d${index}d${index}d${index}d`,
        name,
      }))
      makeGood(path, { jobs })
      addSessions(
        path,
        HOSTILE_TEXTS.map((title, index) => ({
          id: `cron_${jobs[index]?.id}_20260101_080000`,
          title,
          startedS: 1,
        })),
      )
      // Enough of each to be first among the jobs.
      for (const { id } of jobs) {
        for (const run of Array(40).keys())
          writeFileSync(join(path, `sessions/session_cron_${id}_20260101_0800${10 + run}.json`), '{}')
      }
    },
    notices: [],
    moreFiles: 200,
    moreSessions: 5,
  },
]

const lockers: LineChild[] = []

/** Ends the process that locks the home. */
export async function releaseLocks(): Promise<void> {
  for (const locker of lockers.splice(0)) await locker.stop()
}

async function lock(databasePath: string): Promise<void> {
  const locker = await startWriter(databasePath)
  lockers.push(locker)
  await locker.ask("db.exec('BEGIN EXCLUSIVE')")
}

function removeDatabase(path: string): void {
  for (const name of ['state.db', 'state.db-wal', 'state.db-shm']) rmSync(join(path, name), { force: true })
}

function replaceDatabase(path: string, content: Buffer): void {
  removeDatabase(path)
  writeFileSync(join(path, 'state.db'), content)
}

function addSessions(
  path: string,
  rows: readonly { readonly id: string; readonly title: string | null; readonly startedS: number }[],
): void {
  const db = new Database(join(path, 'state.db'))
  const insert = db.prepare('INSERT INTO sessions (id, source, started_at, title) VALUES (?, ?, ?, ?)')
  for (const { id, title, startedS } of rows)
    insert.run(id, id.startsWith('cron_') ? 'cron' : 'cli', startedS, title)
  db.close()
}
