/** Saves expire on time, and never while a restore still needs them. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readPlan } from '../../store/plans/plans.ts'
import { readReceipt, setExpiry } from '../../store/plans/receipts.ts'
import { captureHome } from '../../testing/capture-home.ts'
import { approvalOf, type CleanLab, cleanLab, dataBeside, stepsOf } from '../../testing/clean-lab.ts'
import { tinyHome } from '../../testing/presets/tiny-home.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { approvePlan } from './approve-plan.ts'
import { expireKept } from './expire-kept.ts'
import { planRestore } from './plan-restore.ts'
import { purge } from './purge.ts'
import { runReceipt } from './run-plan.ts'

let temp: TempHome
let lab: CleanLab
beforeEach(() => {
  temp = tempHome()
  const home = tinyHome(temp.path, Date.now()).path
  lab = cleanLab(home, dataBeside(home))
})
afterEach(() => {
  lab.store.close()
  temp.cleanup()
})

it.each(['trash', 'archive'] as const)('%s of a run is kept while a restore of it is open', async (how) => {
  const before = captureHome(lab.home.path)
  const taken = await lab.run(await lab.plan(stepsOf('prune-sessions', 'orphan-files'), how))
  const folder =
    how === 'trash'
      ? join(lab.home.path, '.steward-trash', taken.id)
      : join(lab.tools.dataDir, 'archives', taken.id)
  const planned = await planRestore(lab.tools, taken.id, 'a test')
  const plan = planned.ok ? readPlan(lab.store, planned.value.planId, Date.now()) : null
  const approved = plan === null ? null : approvePlan(lab.tools, approvalOf(plan, []), 'a test')
  if (!approved?.ok) throw new Error('the restore was not approved')

  setExpiry(lab.store, taken.id, Date.now() - 1)
  expect(await expireKept(lab.tools)).toEqual([])
  const consent = `delete ${taken.done} from main`
  expect(await purge(lab.tools, { receiptId: taken.id, consent })).toMatchObject({
    fault: { code: 'being-restored' },
  })
  expect(existsSync(folder)).toBe(true)

  await runReceipt(lab.tools, lab.home, approved.value.receiptId)
  expect(captureHome(lab.home.path)).toEqual(before)
  await expireKept(lab.tools)
  expect(existsSync(folder)).toBe(false)
  expect(readReceipt(lab.store, taken.id)?.keptBytes).toBe(0)
})
