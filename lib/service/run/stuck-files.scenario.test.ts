/**
 * Sessions whose files the system refuses to move: rows and files stay together, and the receipt counts only what is
 * gone.
 */
import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DISPOSITIONS } from '../../domain/plan/action.ts'
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import { DAY_MS, HOUR_MS } from '../../shared/time.ts'
import { readBatches } from '../../store/plans/journal.ts'
import { readReceipt } from '../../store/plans/receipts.ts'
import { captureHome } from '../../testing/capture-home.ts'
import { type CleanLab, cleanLab, dataBeside, stepsOf } from '../../testing/clean-lab.ts'
import { readAllRows } from '../../testing/home-rows.ts'
import { makeHome } from '../../testing/make-home.ts'
import { tinyHome } from '../../testing/presets/tiny-home.ts'
import { DROP_RIGHTS, runUnprivileged } from '../../testing/processes/other-process.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { recoverRuns } from './recover-runs.ts'
import { runReceipt } from './run-plan.ts'

let temp: TempHome
let home: string
beforeEach(() => {
  temp = tempHome()
  const nowMs = Date.now()
  const old = { startedMs: nowMs - 20 * DAY_MS, endedMs: nowMs - 20 * DAY_MS + HOUR_MS, messages: 3 }
  const file = { kind: 'transcript', bytes: 900, modifiedMs: nowMs - 20 * DAY_MS } as const
  home = tinyHome(temp.path, nowMs, {
    // `first` and `second` are one conversation.
    sessions: [
      { id: 'first', ...old, endReason: 'compression' },
      { id: 'second', ...old, startedMs: old.endedMs, endedMs: old.endedMs + HOUR_MS, parentId: 'first' },
    ],
    files: [
      { ...file, id: 'first' },
      { ...file, id: 'second' },
    ],
  }).path
})
afterEach(() => temp.cleanup())

const SESSIONS = stepsOf('prune-sessions')
const WITH_FILES = ['first', 'lone', 'second']

const outcomesOf = (lab: CleanLab, receiptId: string): Record<string, Outcome | null> =>
  Object.fromEntries(
    readBatches(lab.store, receiptId).flatMap(({ items }) =>
      items.map(({ target, outcome }) => [target.kind === 'session' ? target.sessionId : '', outcome]),
    ),
  )

/** Runs it when the batch begins to remove: everything was checked and saved, and no row is deleted yet. */
function atActing(lab: CleanLab, happen: () => void): void {
  lab.store.db.function('happen', () => {
    happen()
    return 0
  })
  lab.store.db.exec(`CREATE TEMP TRIGGER acting AFTER UPDATE OF state ON main.batch WHEN NEW.state = 'acting'
    BEGIN SELECT happen(); END`)
}

describe.each(DISPOSITIONS)('%s', (disposition) => {
  it.each(['before the run', 'in its middle'])('sessions/ is closed %s', (when) => {
    mkdirSync(dataBeside(home))
    if (process.getuid?.() === 0) execFileSync('chown', ['-R', '65534:65534', temp.root])
    const seen = runUnprivileged(
      `const fs = await import('node:fs')
       const { cleanLab, stepsOf } = await load('lib/testing/clean-lab.ts')
       const { captureHome } = await load('lib/testing/capture-home.ts')
       const { crashSafetyProblems } = await load('lib/testing/torture/crash-safety.ts')
       const { readBatches } = await load('lib/store/plans/journal.ts')
       const { HOME_PATH: home, DATA: data } = process.env
       ${DROP_RIGHTS}
       process.env.HOME = data
       const before = captureHome(home)
       const lab = cleanLab(home, data)
       const close = () => { fs.chmodSync(home + '/sessions', 0o555); return 0 }
       if (${when === 'before the run'}) close()
       else {
         lab.store.db.function('close_folder', close)
         lab.store.db.exec("CREATE TEMP TRIGGER acting AFTER UPDATE OF state ON main.batch WHEN NEW.state = 'acting' BEGIN SELECT close_folder(); END")
       }
       const receipt = await lab.run(await lab.plan(stepsOf('prune-sessions'), '${disposition}'))
       const items = readBatches(lab.store, receipt.id).flatMap((batch) => batch.items)
       lab.store.db.exec('DROP TRIGGER IF EXISTS acting')
       fs.chmodSync(home + '/sessions', 0o755)
       const after = captureHome(home)
       console.log(JSON.stringify({
         counts: [receipt.done, receipt.failed, receipt.skipped, receipt.state],
         outcomes: Object.fromEntries(items.map(({ target, outcome }) => [target.sessionId, outcome])),
         filesStay: JSON.stringify(before.files) === JSON.stringify(after.files),
         sessions: after.rows.get('sessions').length - before.rows.get('sessions').length,
         wrong: await crashSafetyProblems(lab, receipt.id, before, { temporaryFiles: false }),
       }))`,
      { HOME_PATH: home, DATA: dataBeside(home) },
    ) as { outcomes: Record<string, { kind: string; code: string; message: string }> }
    const isGone = when === 'in its middle' && disposition === 'delete'
    expect(seen).toMatchObject({
      // `parent` and `child` have no files.
      counts: [2, 3, 0, 'partial'],
      filesStay: true,
      sessions: isGone ? -5 : -2,
      wrong: [],
    })
    for (const id of WITH_FILES) {
      const { kind, code, message } = seen.outcomes[id] ?? {}
      expect([kind, code]).toEqual(['failed', isGone ? 'files-left' : 'EACCES'])
      expect(message).toMatch(
        when === 'before the run'
          ? /^The folder sessions cannot be written: the system says EACCES\. It was left as it is\.$/
          : isGone
            ? /^Its rows were deleted, but not all of its files\. .*session_\w+\.json: The system says EACCES/
            : /session_\w+\.json: The system says EACCES.* The session was put back as it was\.$/,
      )
    }
  })

  it('a file written during the run keeps its whole conversation', async () => {
    const lab = cleanLab(home, dataBeside(home))
    const plan = await lab.plan(SESSIONS, disposition)
    const dump =
      readdirSync(join(home, 'sessions')).find((name) => name.startsWith('request_dump_lone')) ?? ''
    const written = [dump, 'session_second.json'].map((name) => join(home, 'sessions', name))
    const before = captureHome(home)
    atActing(lab, () => {
      for (const path of written) appendFileSync(path, ' ')
    })
    const receipt = await lab.run(plan)
    const { lone, first, second } = outcomesOf(lab, receipt.id)
    if (disposition === 'delete') {
      expect(receipt).toMatchObject({ done: 3, failed: 2, skipped: 0 })
      for (const outcome of [lone, second]) expect(outcome).toMatchObject({ code: 'files-left' })
      expect(lone).toMatchObject({ message: expect.stringContaining(dump) })
      for (const path of written) expect(existsSync(path)).toBe(true)
      return
    }
    expect(receipt).toMatchObject({ done: 2, failed: 0, skipped: 3, state: 'partial' })
    for (const outcome of [lone, second])
      expect(outcome).toMatchObject({
        code: 'file-changed',
        message: expect.stringContaining('The session was put back as it was.'),
      })
    expect(first).toMatchObject({ code: 'relative-skipped' })
    await lab.restore(receipt.id)
    const after = captureHome(home)
    expect(after.rows).toEqual(before.rows)
    expect(after.found).toEqual(before.found)
    const isOther = (line: string) => !written.some((path) => path.endsWith(line.split(' ')[0] ?? ''))
    expect(after.files.filter(isOther)).toEqual(before.files.filter(isOther))
  })
})

it.each(['trash', 'archive'] as const)(
  'a kill after a session was put back loses nothing (%s)',
  async (how) => {
    const lab = cleanLab(home, dataBeside(home))
    const before = captureHome(home)
    const receiptId = lab.approve(await lab.plan(SESSIONS, how))
    const written = join(home, 'sessions/session_second.json')
    atActing(lab, () => appendFileSync(written, ' '))
    lab.store.db.exec(`CREATE TRIGGER cut BEFORE UPDATE OF state ON batch WHEN NEW.state = 'done'
    BEGIN SELECT RAISE(ABORT, 'cut short'); END`)
    await expect(runReceipt(lab.tools, lab.home, receiptId)).rejects.toThrow('cut short')
    lab.store.db.exec('DROP TRIGGER cut')
    await recoverRuns(lab.tools)
    expect(readReceipt(lab.store, receiptId)).toMatchObject({ state: 'partial', done: 3, skipped: 2 })
    const sessions = readAllRows(home).get('sessions')?.join() ?? ''
    for (const id of ['first', 'second']) expect(sessions).toContain(`'${id}'`)
    await lab.restore(receiptId)
    expect(captureHome(home).rows).toEqual(before.rows)
  },
)

it('after a kill between two large sessions of a family, one that cannot be moved does not hide that the other is gone', () => {
  const startedMs = Date.now() - 20 * DAY_MS
  const large = { endReason: 'compression', messages: 201 }
  const path = makeHome({
    path: join(temp.root, 'large'),
    era: 'aug',
    nowMs: Date.now(),
    sessions: [
      { id: 'first', ...large, startedMs, endedMs: startedMs + HOUR_MS },
      {
        id: 'second',
        ...large,
        startedMs: startedMs + HOUR_MS,
        endedMs: startedMs + 2 * HOUR_MS,
        parentId: 'first',
      },
    ],
    files: [{ kind: 'transcript', id: 'first', bytes: 900, modifiedMs: startedMs }],
  }).path
  mkdirSync(dataBeside(path))
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', '65534:65534', temp.root])
  const seen = runUnprivileged(
    `const fs = await import('node:fs')
     const { default: Database } = await import('better-sqlite3')
     const { cleanLab, stepsOf } = await load('lib/testing/clean-lab.ts')
     const { captureHome } = await load('lib/testing/capture-home.ts')
     const { readBatches } = await load('lib/store/plans/journal.ts')
     const { recoverRuns } = await load('lib/service/run/recover-runs.ts')
     const { runReceipt } = await load('lib/service/run/run-plan.ts')
     const { HOME_PATH: home, DATA: data } = process.env
     ${DROP_RIGHTS}
     process.env.HOME = data
     const before = captureHome(home)
     const rows = fs.readFileSync(home + '/state.db')
     const lab = cleanLab(home, data)
     const id = lab.approve(await lab.plan(stepsOf('prune-sessions'), 'trash'))
     lab.store.db.exec("CREATE TRIGGER cut BEFORE UPDATE OF state ON batch WHEN NEW.state = 'done' BEGIN SELECT RAISE(ABORT, 'cut'); END")
     await runReceipt(lab.tools, lab.home, id).catch(() => 'cut')
     lab.store.db.exec('DROP TRIGGER cut')
     // As it was when only the child was deleted.
     const sessions = home + '/sessions/'
     const trash = home + '/.steward-trash/' + id + '/files/sessions/'
     for (const name of fs.readdirSync(trash)) fs.renameSync(trash + name, sessions + name)
     for (const end of ['-wal', '-shm']) fs.rmSync(home + '/state.db' + end, { force: true })
     fs.writeFileSync(home + '/state.db', rows)
     const db = new Database(home + '/state.db')
     db.exec("DELETE FROM messages WHERE session_id = 'second'; DELETE FROM sessions WHERE id = 'second'")
     db.close()
     fs.chmodSync(sessions, 0o555)
     await recoverRuns(lab.tools)
     fs.chmodSync(sessions, 0o755)
     const after = captureHome(home)
     const items = readBatches(lab.store, id).flatMap((batch) => batch.items)
     console.log(JSON.stringify({
       codes: Object.fromEntries(items.map(({ target, outcome }) => [target.sessionId, outcome?.code ?? outcome?.kind])),
       isBack: JSON.stringify(before.found) === JSON.stringify(after.found)
         && JSON.stringify([...before.rows]) === JSON.stringify([...after.rows]),
     }))`,
    { HOME_PATH: path, DATA: dataBeside(path) },
  )
  expect(seen).toEqual({ codes: { first: 'EACCES', second: 'relative-skipped' }, isBack: true })
})
