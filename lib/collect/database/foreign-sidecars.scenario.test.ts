/** Reading another user's home leaves nothing behind that its owner could not write. */
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, lstatSync, mkdirSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeHome } from '../../testing/make-home.ts'
import { runUnprivileged } from '../../testing/processes/other-process.ts'
import {
  ALICE,
  BOB,
  become,
  give,
  IS_ROOT,
  NEEDS_ROOT,
  ownersIn,
} from '../../testing/processes/other-users.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'

let temp: TempHome
beforeEach(() => {
  temp = tempHome()
  // Other users pass through it.
  chmodSync(temp.root, 0o755)
})
afterEach(() => temp.cleanup())

type Mode = 'wal' | 'delete'

function home(journalMode: Mode, folderMode: number, fileMode: number): string {
  const { path } = makeHome({
    path: temp.path,
    era: 'nov',
    nowMs: Date.now(),
    journalMode,
    sessions: [{ id: 'one', startedMs: Date.now(), messages: 2 }],
  })
  for (const end of ['-wal', '-shm']) if (existsSync(state(end))) unlinkSync(state(end))
  give(path, ALICE)
  chmodSync(path, folderMode)
  chmodSync(state(), fileMode)
  return path
}

const state = (end = ''): string => join(temp.path, `state.db${end}`)
const sidecars = () => ['-wal', '-shm'].filter((end) => existsSync(state(end)))

const [DROP_CHOWN, ...ARGS] = ['setpriv', '--bounding-set=-chown', '--inh-caps=-chown'] as const
const CAN_DIVIDE_RIGHTS = process.platform === 'linux' && spawnSync(DROP_CHOWN, ['--version']).status === 0

/** The fault, or how many sessions were read. */
const READ = `const { openStateDb, readSafely } = await load('lib/collect/database/open-state-db.ts')
  const read = (path) => {
    const opened = openStateDb(path)
    if (!opened.ok) return opened.fault
    const rows = readSafely(() => opened.value.prepare('SELECT count(*) FROM sessions').pluck().get())
    opened.value.close()
    return rows.ok ? rows.value : rows.fault
  }`

const readAs = (uid: number, path: string): unknown =>
  runUnprivileged(
    `${READ}\n${uid === 0 ? '' : become(uid)}\nconsole.log(JSON.stringify(read(process.env.HOME_PATH)))`,
    { HOME_PATH: path },
  )

/** As Hermes does on its next turn. */
const writeAsOwner = (path: string): unknown =>
  runUnprivileged(
    `const { default: Database } = await import('better-sqlite3')
     ${become(ALICE)}
     const db = new Database(process.env.HOME_PATH + '/state.db')
     db.exec("UPDATE sessions SET title = 'written'")
     const title = db.prepare('SELECT title FROM sessions').pluck().get()
     db.close()
     console.log(JSON.stringify(title))`,
    { HOME_PATH: path },
  )

describe.skipIf(!IS_ROOT)(`another user’s home ${NEEDS_ROOT}`, () => {
  it.each([0o600, 0o640, 0o644])('read by root: sidecars get the owner and mode of state.db (%o)', (mode) => {
    const path = home('wal', 0o700, mode)
    expect(readAs(0, path)).toBe(1)
    expect(sidecars()).toEqual(['-wal', '-shm'])
    for (const end of sidecars())
      expect(ownersIn(state(end))).toEqual({ '': `${ALICE}:${ALICE} ${mode.toString(8)}` })
    expect(writeAsOwner(path)).toBe('written')
  })

  it.skipIf(!CAN_DIVIDE_RIGHTS)(
    'read by a root that may not change owners (needs setpriv): not opened',
    () => {
      const path = home('wal', 0o700, 0o600)
      const answer = execFileSync(
        DROP_CHOWN,
        [
          ...ARGS,
          process.execPath,
          '--no-warnings',
          '-e',
          `(async () => { const load = (p) => import('${process.cwd()}/' + p); ${READ}
          console.log(JSON.stringify(read(process.env.HOME_PATH))) })()`,
        ],
        { env: { ...process.env, HOME_PATH: path }, encoding: 'utf8' },
      )
      expect(JSON.parse(answer)).toMatchObject({
        code: 'db-unreadable',
        detail: expect.stringMatching(/belongs to another user.*Start Steward as the owner/s),
      })
      expect(sidecars()).toEqual([])
      expect(writeAsOwner(path)).toBe('written')
    },
  )

  it('read by another user who may write to the folder: not opened, and Hermes keeps working', () => {
    const path = home('wal', 0o777, 0o644)
    expect(readAs(BOB, path)).toMatchObject({
      code: 'db-unreadable',
      detail: expect.stringMatching(/belongs to another user.*Start Steward as the owner/s),
    })
    expect(sidecars()).toEqual([])
    expect(writeAsOwner(path)).toBe('written')
  })

  it('read by another user who may only read the folder: shown where SQLite can, and nothing is left', () => {
    const path = home('wal', 0o755, 0o644)
    expect(readAs(BOB, path)).toMatchObject({ code: 'db-unreadable' })
    expect(sidecars()).toEqual([])
    expect(writeAsOwner(path)).toBe('written')
  })

  it.each([0o755, 0o777])('without a WAL is read by any user who may (%o)', (folder) => {
    const path = home('delete', folder, 0o644)
    expect(readAs(BOB, path)).toBe(1)
    expect(sidecars()).toEqual([])
    expect(existsSync(state('-journal'))).toBe(false)
    expect(lstatSync(state()).uid).toBe(ALICE)
  })

  it('its ledger of runs is not opened either where that could leave files', () => {
    const path = home('delete', 0o755, 0o644)
    const cron = join(path, 'cron')
    mkdirSync(cron, { recursive: true })
    const ledger = new Database(join(cron, 'executions.db'))
    ledger.exec('PRAGMA journal_mode = WAL; CREATE TABLE IF NOT EXISTS executions (job_id)')
    ledger.close()
    give(cron, ALICE)
    chmodSync(cron, 0o777)
    const seen = runUnprivileged(
      `const { readExecutionLedger } = await load('lib/collect/cron/read-execution-ledger.ts')
       ${become(BOB)}
       try { readExecutionLedger(process.env.HOME_PATH, [], () => 1); console.log('"read"') }
       catch (error) { console.log(JSON.stringify(error.fault)) }`,
      { HOME_PATH: path },
    )
    expect(seen).toMatchObject({ code: 'unreadable', path: 'cron/executions.db' })
    expect(existsSync(join(cron, 'executions.db-shm'))).toBe(false)
  })
})
