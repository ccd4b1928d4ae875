/** A run was interrupted and Steward may not write at the next start: removed items are still on record. */
import { appendFileSync, existsSync, readdirSync, renameSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Action } from '../../domain/plan/action.ts'
import { readBatches, readOutcomes } from '../../store/plans/journal.ts'
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

it('a file that is neither in place nor in the trash after a kill is not counted as moved', async () => {
  const home = tinyHome(temp.path, Date.now()).path
  const lab = cleanLab(home, dataBeside(home))
  const receiptId = await cutShort(lab, 'orphan-files')
  const trashed = join(home, '.steward-trash', receiptId, 'files', 'sessions')
  const [name = ''] = readdirSync(trashed)
  // As if the kill had come before it was moved, and another process had deleted it since.
  unlinkSync(join(trashed, name))
  await recoverRuns(lab.tools)
  const [batch] = readBatches(lab.store, receiptId)
  const outcomes = batch?.items.map(({ label, outcome }) => [label, outcome?.kind])
  expect(outcomes).toContainEqual([name, 'skipped'])
  expect(readReceipt(lab.store, receiptId)).toMatchObject({ done: readdirSync(trashed).length, skipped: 1 })
})

/** Gives the item `lone` another session, with as many messages as the plan saw. */
function setLone(lab: CleanLab, sessionId: string, messages: number): void {
  lab.store.db
    .prepare(
      "UPDATE receipt_item SET target = json_set(target, '$.sessionId', ?, '$.mark.messages', ?) WHERE label = 'lone'",
    )
    .run(sessionId, messages)
}

function addSession(home: string): string {
  const db = new Database(join(home, 'state.db'))
  const id = '20990101_000000_left00'
  db.prepare("INSERT INTO sessions (id, source, started_at, ended_at) VALUES (?, 'cli', 1, 2)").run(id)
  db.close()
  return id
}

it('a batch that ended the executor twice is settled without acting on it again', async () => {
  const home = tinyHome(temp.path, Date.now()).path
  const lab = cleanLab(home, dataBeside(home))
  const id = await cutShort(lab, 'prune-sessions')
  // One of its sessions was still there when the executor ended.
  setLone(lab, addSession(home), 0)
  lab.store.db.exec('UPDATE batch SET resumes = 2')
  await recoverRuns(lab.tools)
  const receipt = readReceipt(lab.store, id)
  expect(receipt).toMatchObject({ state: 'partial', failed: 1 })
  const page = readOutcomes(lab.store, id, { cursor: null, limit: 1, outcome: 'failed' })
  expect(page.ok && page.value.items[0]?.outcome).toMatchObject({ code: 'gave-up' })
  lab.store.close()
})

it('one that left a session half removed says so, and where its messages are', async () => {
  const home = tinyHome(temp.path, Date.now()).path
  const lab = cleanLab(home, dataBeside(home))
  const id = await cutShort(lab, 'prune-sessions')
  setLone(lab, addSession(home), 5)
  lab.store.db.exec('UPDATE batch SET resumes = 2')
  await recoverRuns(lab.tools)
  const kept = join(home, '.steward-trash', id, '1.tar.zst')
  expect(existsSync(kept)).toBe(true)
  expect(readReceipt(lab.store, id)).toMatchObject({
    state: 'running',
    note: `Not finished yet. Steward stopped each time it tried, so it does not try again. Messages that are gone are kept in ${kept}.`,
  })
  lab.store.close()
})

it('one whose rows are gone and whose file cannot be taken can still be brought back', async () => {
  const home = tinyHome(temp.path, Date.now()).path
  const before = captureHome(home)
  const lab = cleanLab(home, dataBeside(home))
  const id = await cutShort(lab, 'prune-sessions')
  const trashed = join(home, '.steward-trash', id, 'files', 'sessions')
  const name = readdirSync(trashed).find((each) => each.startsWith('session_lone')) ?? ''
  renameSync(join(trashed, name), join(home, 'sessions', name))
  appendFileSync(join(home, 'sessions', name), ' ')
  lab.store.db.exec('UPDATE batch SET resumes = 2')
  await recoverRuns(lab.tools)
  const receipt = readReceipt(lab.store, id)
  expect(receipt).toMatchObject({ state: 'done', failed: 0, skipped: 0 })
  const outcomes = readBatches(lab.store, id).flatMap(({ items }) => items.map(({ outcome }) => outcome))
  expect(outcomes).toContainEqual({ kind: 'done', freedBytes: 0, note: expect.stringContaining(name) })
  await lab.restore(id)
  expect(captureHome(home).rows).toEqual(before.rows)
  lab.store.close()
})
