/** A journal left by a process that was killed while it wrote to state.db, in DELETE mode. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openStateDb } from '../../collect/database/open-state-db.ts'
import type { Action } from '../../domain/plan/action.ts'
import { readReceipt } from '../../store/plans/receipts.ts'
import { captureHome } from '../../testing/capture-home.ts'
import { approvalOf, type CleanLab, cleanLab, dataBeside, stepsOf } from '../../testing/clean-lab.ts'
import { smallHome } from '../../testing/presets/small-home.ts'
import { hasPython, startInterruptedWrite } from '../../testing/processes/interrupted-write.ts'
import { type LineChild, startWriter } from '../../testing/processes/line-child.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { approvePlan } from './approve-plan.ts'
import { recoverRuns } from './recover-runs.ts'
import { runReceipt } from './run-plan.ts'

let temp: TempHome
let lab: CleanLab
let other: LineChild | null = null
beforeEach(() => {
  temp = tempHome()
  const { path } = smallHome(temp.path, 'aug', Date.now(), { journalMode: 'delete' })
  makeFreePages(path)
  lab = cleanLab(path, dataBeside(path))
})
afterEach(async () => {
  await other?.stop()
  other = null
  lab.store.close()
  temp.cleanup()
})

/** So that there is something to compact. */
function makeFreePages(home: string): void {
  const db = new Database(join(home, 'state.db'))
  db.exec('CREATE TABLE junk AS SELECT randomblob(200000) AS x; DROP TABLE junk')
  db.close()
}

const faultNow = (): string | null => {
  const opened = openStateDb(lab.home.path)
  if (!opened.ok) return opened.fault.code
  opened.value.close()
  return null
}

async function leaveJournal(): Promise<void> {
  const writer = await startInterruptedWrite(lab.home.path)
  await writer.stop()
  expect(faultNow()).toBe('db-hot-journal')
}

/** Everything of the batch is done, and the commit that would record it fails. */
async function cutShort(action: Action): Promise<string> {
  const steps = action === 'compact-database' ? [{ action: 'compact-database' } as const] : stepsOf(action)
  const plan = await lab.plan(steps, 'trash')
  const approved = approvePlan(lab.tools, approvalOf(plan, []), 'a test')
  if (!approved.ok) throw new Error(approved.fault.message)
  lab.store.db.exec(`CREATE TRIGGER cut BEFORE UPDATE OF state ON batch WHEN NEW.state = 'done'
    BEGIN SELECT RAISE(ABORT, 'cut short'); END`)
  await expect(runReceipt(lab.tools, lab.home, approved.value.receiptId)).rejects.toThrow('cut short')
  lab.store.db.exec('DROP TRIGGER cut')
  return approved.value.receiptId
}

it.each(['close-leaked', 'prune-sessions', 'gateway-entries', 'compact-database'] as const)(
  'after a kill in %s, the next start rolls it back and finishes',
  async (action) => {
    const receiptId = await cutShort(action)
    const before = captureHome(lab.home.path)
    await leaveJournal()
    await recoverRuns(lab.tools)
    expect(faultNow()).toBeNull()
    expect(existsSync(join(lab.home.path, 'state.db-journal'))).toBe(false)
    expect(captureHome(lab.home.path)).toEqual(before)
    expect(readReceipt(lab.store, receiptId)?.state).toBe(
      action === 'compact-database' ? 'rolled-back' : 'done',
    )
  },
)

it('waits while another process has the database open, and the receipt says so', async () => {
  const receiptId = await cutShort('prune-sessions')
  // It has read nothing since, so it does not repair anything.
  other = await startWriter(join(lab.home.path, 'state.db'))
  await other.ask('db.prepare("SELECT count(*) FROM sessions").pluck().get()')
  await leaveJournal()
  await recoverRuns(lab.tools)
  expect(faultNow()).toBe('db-hot-journal')
  const waiting = readReceipt(lab.store, receiptId)
  expect(waiting?.state).toBe('running')
  expect(waiting?.note).toMatch(/^Not finished yet\. A write to state\.db was interrupted\./)
  await other.stop()
  await recoverRuns(lab.tools)
  expect(readReceipt(lab.store, receiptId)).toMatchObject({ state: 'done', note: null })
})

it('is left alone where no run of Steward was writing, and a plan says what happened', async () => {
  await leaveJournal()
  await recoverRuns(lab.tools)
  expect(faultNow()).toBe('db-hot-journal')
  const plan = await lab.plan(stepsOf('prune-files', 'prune-sessions'), 'trash')
  expect(plan.refusals.map(({ code }) => code)).toEqual(['db-hot-journal'])
  expect(plan.refusals[0]?.message).toMatch(
    /^A write to state\.db was interrupted\. .*Start Hermes to repair the database/,
  )
})

it.skipIf(!hasPython())('of a compaction killed in the middle of VACUUM is rolled back', async () => {
  const receiptId = await cutShort('compact-database')
  makeFreePages(lab.home.path)
  const before = captureHome(lab.home.path)
  expect(spawnSync('python3', ['-c', VACUUM, join(lab.home.path, 'state.db')]).signal).toBe('SIGXFSZ')
  expect(faultNow()).toBe('db-hot-journal')
  await recoverRuns(lab.tools)
  expect(faultNow()).toBeNull()
  expect(captureHome(lab.home.path)).toEqual(before)
  expect(readReceipt(lab.store, receiptId)).toMatchObject({ state: 'rolled-back', failed: 1 })
})

/**
 * The system kills it when a file grows beyond the limit. The copy is in memory, so that file is the journal,
 * and pages that do not fit into the cache are already in the database.
 */
const VACUUM = `
import resource, signal, sqlite3, sys
signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute('PRAGMA temp_store = MEMORY')
db.execute('PRAGMA cache_size = 1')
limit = db.execute('PRAGMA page_count').fetchone()[0] * db.execute('PRAGMA page_size').fetchone()[0] // 2
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
db.execute('VACUUM')
`
