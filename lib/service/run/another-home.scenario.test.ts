/**
 * Whichever home is opened is `main`, so a plan or receipt of one home must never apply to another of that
 * name.
 */
import { cpSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readBatches } from '../../store/plans/journal.ts'
import { readReceipt } from '../../store/plans/receipts.ts'
import { captureHome } from '../../testing/capture-home.ts'
import { approvalOf, type CleanLab, cleanLab, EVERYTHING, stepsOf } from '../../testing/clean-lab.ts'
import { tinyHome } from '../../testing/presets/tiny-home.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { readRecent } from '../reports/read-history.ts'
import { approvePlan } from './approve-plan.ts'
import { planRestore } from './plan-restore.ts'
import { recoverRuns } from './recover-runs.ts'
import { runReceipt } from './run-plan.ts'

let temp: TempHome
let first: CleanLab
let second: CleanLab
let before: ReturnType<typeof captureHome>
beforeEach(() => {
  temp = tempHome()
  const data = join(temp.root, 'data')
  const [a, b] = [join(temp.root, 'a'), join(temp.root, 'b')]
  tinyHome(a, Date.now())
  // The same sessions and files, so only the path differs.
  cpSync(a, b, { recursive: true, preserveTimestamps: true })
  before = captureHome(b)
  first = cleanLab(a, data)
  second = cleanLab(b, data)
})
afterEach(() => {
  first.store.close()
  second.store.close()
  temp.cleanup()
})

const untouched = () => expect(captureHome(second.home.path)).toEqual(before)

it('a plan for one home is not approved for another', async () => {
  const plan = await first.plan(EVERYTHING, 'delete')
  expect(approvePlan(second.tools, approvalOf(plan, []), 'a test')).toMatchObject({
    ok: false,
    fault: { code: 'no-such-home', message: expect.stringContaining('not open here now') },
  })
})

it('a plan approved for one home does not run on another, and waits', async () => {
  const approved = approvePlan(first.tools, approvalOf(await first.plan(EVERYTHING, 'delete'), []), 'a test')
  if (!approved.ok) throw new Error(approved.fault.message)
  const { receiptId } = approved.value
  await runReceipt(second.tools, second.home, receiptId)
  await recoverRuns(second.tools)
  untouched()
  expect(readReceipt(second.store, receiptId)?.state).toBe('running')
  await runReceipt(first.tools, first.home, receiptId)
  expect(readReceipt(first.store, receiptId)?.state).toBe('done')
})

it('a killed run of one home is not recovered on another', async () => {
  const plan = await first.plan(stepsOf('prune-sessions'), 'delete')
  const approved = approvePlan(first.tools, approvalOf(plan, []), 'a test')
  if (!approved.ok) throw new Error(approved.fault.message)
  const { receiptId } = approved.value
  first.store.db.exec(`CREATE TRIGGER cut BEFORE UPDATE OF state ON batch WHEN NEW.state = 'done'
    BEGIN SELECT RAISE(ABORT, 'cut short'); END`)
  await expect(runReceipt(first.tools, first.home, receiptId)).rejects.toThrow('cut short')
  first.store.db.exec('DROP TRIGGER cut')
  await recoverRuns(second.tools)
  untouched()
  expect(readBatches(second.store, receiptId)[0]?.state).toBe('acting')
})

it('items of one home are not restored into another', async () => {
  const receipt = await first.run(await first.plan(EVERYTHING, 'archive'))
  expect(await planRestore(second.tools, receipt.id, 'a test')).toMatchObject({
    ok: false,
    fault: { code: 'no-such-home', message: expect.stringContaining('not open here now') },
  })
})

it('the history of a home marks receipts of another home and offers none of its plans', async () => {
  await first.run(await first.plan(EVERYTHING, 'archive'))
  await first.plan(EVERYTHING, 'trash')
  const seen = ({ home, store }: CleanLab) => {
    const recent = readRecent({ store, now: Date.now }, home)
    if (!recent.ok) throw new Error(recent.fault.code)
    const { plans, receipts } = recent.value
    return { plans: plans.length, elsewhere: receipts.map(({ isElsewhere }) => isElsewhere) }
  }
  expect(seen(first)).toEqual({ plans: 2, elsewhere: [false] })
  expect(seen(second)).toEqual({ plans: 0, elsewhere: [true] })
})

it('a link that now leads to another home counts as another home', async () => {
  const link = join(temp.root, 'link')
  symlinkSync(first.home.path, link)
  const linked = cleanLab(link, join(temp.root, 'data'))
  const plan = await linked.plan(EVERYTHING, 'delete')
  rmSync(link)
  symlinkSync(second.home.path, link)
  expect(approvePlan(linked.tools, approvalOf(plan, []), 'a test')).toMatchObject({
    fault: { code: 'no-such-home' },
  })
  linked.store.close()
})
