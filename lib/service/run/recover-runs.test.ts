/** A run was interrupted and Steward may not write at the next start: removed items are still on record. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Action } from '../../domain/plan/action.ts'
import { readReceipt } from '../../store/plans/receipts.ts'
import { captureHome } from '../../testing/capture-home.ts'
import { approvalOf, type CleanLab, cleanLab, dataBeside, stepsOf } from '../../testing/clean-lab.ts'
import { tinyHome } from '../../testing/presets/tiny-home.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { approvePlan } from './approve-plan.ts'
import { recoverRuns } from './recover-runs.ts'
import { runReceipt } from './run-plan.ts'

let temp: TempHome
beforeEach(() => {
  temp = tempHome()
})
afterEach(() => temp.cleanup())

/** All items of the batch are removed, and the commit that would record it fails. */
async function cutShort(lab: CleanLab, action: Action): Promise<string> {
  const plan = await lab.plan(stepsOf(action), 'trash')
  const approved = approvePlan(lab.tools, approvalOf(plan, []), 'a test')
  if (!approved.ok) throw new Error(approved.fault.message)
  lab.store.db.exec(`CREATE TRIGGER cut BEFORE UPDATE OF state ON batch WHEN NEW.state = 'done'
    BEGIN SELECT RAISE(ABORT, 'cut short'); END`)
  await expect(runReceipt(lab.tools, lab.home, approved.value.receiptId)).rejects.toThrow('cut short')
  lab.store.db.exec('DROP TRIGGER cut')
  return approved.value.receiptId
}

function setSchema(home: string, version: number): number {
  const db = new Database(join(home, 'state.db'))
  const before = Number(db.prepare('SELECT version FROM schema_version').pluck().get())
  db.prepare('UPDATE schema_version SET version = ?').run(version)
  db.close()
  return before
}

it.each(['prune-sessions', 'close-leaked'] as const)(
  '%s, and Hermes was updated meanwhile: it can be brought back once Steward knows that version',
  async (action) => {
    const home = tinyHome(temp.path, Date.now()).path
    const before = captureHome(home)
    const lab = cleanLab(home, dataBeside(home))
    const receiptId = await cutShort(lab, action)
    const known = setSchema(home, 99)
    await recoverRuns(lab.tools)
    const receipt = readReceipt(lab.store, receiptId)
    expect(receipt).toMatchObject({ state: 'done', failed: 0, skipped: 0 })
    setSchema(home, known)
    await lab.restore(receiptId)
    expect(captureHome(home)).toEqual(before)
  },
)
