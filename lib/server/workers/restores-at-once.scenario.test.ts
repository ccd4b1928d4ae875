/** Several people restore or purge the same receipt at once, through the server's own executor. */
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { consentPhrase } from '../../domain/plan/words.ts'
import { readPlan, type StoredPlan } from '../../store/plans/plans.ts'
import { readReceipt, type StoredReceipt } from '../../store/plans/receipts.ts'
import { captureHome } from '../../testing/capture-home.ts'
import { approvalOf, type CleanLab, cleanLab, EVERYTHING, stepsOf } from '../../testing/clean-lab.ts'
import { tinyHome } from '../../testing/presets/tiny-home.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { Executor } from './executor.ts'
import { HomeLocks } from './home-locks.ts'

let temp: TempHome
let lab: CleanLab
let executor: Executor
let locks: HomeLocks
beforeEach(() => {
  temp = tempHome()
  const hermesHome = tinyHome(temp.path, Date.now()).path
  const dataDir = join(temp.root, 'data')
  lab = cleanLab(hermesHome, dataDir)
  const settings = { hermesHome, extraHomes: [], dataDir, demoHome: null, readOnly: false }
  locks = new HomeLocks()
  executor = new Executor({ ...settings, trashDays: 7, archiveDays: 90 }, locks)
})
afterEach(async () => {
  await executor.close()
  locks.release()
  lab.store.close()
  temp.cleanup()
})

const operator = { name: 'a test', role: 'operator', via: 'token', address: '127.0.0.1' } as const
const resting = () => vi.waitFor(() => expect(executor.running).toBe(false), { timeout: 60_000 })

async function planRestore(receipt: StoredReceipt): Promise<StoredPlan> {
  const planned = await executor.planRestore(receipt.id, operator)
  const plan = planned.ok ? readPlan(lab.store, planned.value.planId, Date.now()) : null
  if (plan === null) throw new Error(JSON.stringify(planned))
  return plan
}

async function approve(plan: StoredPlan): Promise<string> {
  const approved = await executor.approve(approvalOf(plan, []), operator)
  if (!approved.ok) throw new Error(approved.fault.message)
  return approved.value.receiptId
}

it.each(['trash', 'archive'] as const)(
  '%s: of three restores at once each item is done by exactly one',
  async (how) => {
    const before = captureHome(lab.home.path)
    const taken = await lab.run(await lab.plan(EVERYTHING, how))
    const plans = await Promise.all([1, 2, 3].map(() => planRestore(taken)))
    const ids = await Promise.all(plans.map(approve))
    await resting()
    const receipts = ids.flatMap((id) => readReceipt(lab.store, id) ?? [])
    const counts = receipts.map(({ state, total, done, skipped, failed }) => ({
      state,
      total,
      done,
      skipped,
      failed,
    }))
    const total = taken.done
    expect(counts.filter(({ done }) => done > 0)).toEqual([
      { state: 'done', total, done: total, skipped: 0, failed: 0 },
    ])
    expect(counts.filter(({ done }) => done === 0)).toEqual([
      { state: 'partial', total, done: 0, skipped: total, failed: 0 },
      { state: 'partial', total, done: 0, skipped: total, failed: 0 },
    ])
    expect(captureHome(lab.home.path)).toEqual(before)
  },
)

it.each(['purge first', 'restore first'])(
  'a restore and a purge at once, %s: one of them happens',
  async (order) => {
    const before = captureHome(lab.home.path)
    const taken = await lab.run(await lab.plan(stepsOf('prune-sessions', 'orphan-files'), 'trash'))
    const cleaned = captureHome(lab.home.path)
    const plan = await planRestore(taken)
    const consent = consentPhrase(taken.done, 'main')
    const purge = () => executor.purge({ receiptId: taken.id, consent }, operator)
    const restore = () => executor.approve(approvalOf(plan, []), operator)
    const [purged, approved] =
      order === 'purge first'
        ? await Promise.all([purge(), restore()])
        : (await Promise.all([restore(), purge()])).reverse()
    await resting()
    const isPurged = purged?.ok === true
    const receiptId = approved?.ok === true && 'receiptId' in approved.value ? approved.value.receiptId : ''
    const receipt = readReceipt(lab.store, receiptId)
    expect(receipt).toMatchObject(
      isPurged ? { state: 'partial', done: 0 } : { state: 'done', done: taken.done },
    )
    expect(captureHome(lab.home.path)).toEqual(isPurged ? cleaned : before)
  },
)
