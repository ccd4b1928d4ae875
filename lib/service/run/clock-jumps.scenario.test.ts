/** A clock that is wrong for an hour must not expire items kept for weeks. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import { approvalOf, type CleanLab, cleanLab, dataBeside, stepsOf } from '../../testing/clean-lab.ts'
import { tinyHome } from '../../testing/presets/tiny-home.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { approvePlan } from './approve-plan.ts'
import { expireInTime } from './expire-kept.ts'
import type { RunTools } from './open-run.ts'
import { runReceipt } from './run-plan.ts'

let temp: TempHome
let lab: CleanLab
let tools: RunTools
let aheadMs = 0
beforeEach(() => {
  temp = tempHome()
  aheadMs = 0
  const home = tinyHome(temp.path, Date.now()).path
  lab = cleanLab(home, dataBeside(home))
  tools = {
    ...lab.tools,
    now: () => Date.now() + aheadMs,
    keptMs: { trash: 7 * DAY_MS, archive: 90 * DAY_MS },
  }
})
afterEach(() => {
  lab.store.close()
  temp.cleanup()
})

async function cleaned(): Promise<string> {
  const plan = await lab.plan(stepsOf('orphan-files'), 'trash')
  const approved = approvePlan(tools, approvalOf(plan, []), 'a test')
  if (!approved.ok) throw new Error(approved.fault.message)
  await runReceipt(tools, lab.home, approved.value.receiptId)
  return join(lab.home.path, '.steward-trash', approved.value.receiptId)
}

it('trash outlives a clock that jumps a year ahead and back', async () => {
  const trash = await cleaned()
  aheadMs = 365 * DAY_MS
  for (let checks = 0; checks < 20; checks += 1) {
    expect(await expireInTime(tools)).toEqual([])
    aheadMs += 10 * MINUTE_MS
  }
  aheadMs = 0
  expect(await expireInTime(tools)).toEqual([])
  expect(existsSync(trash)).toBe(true)
})

it('trash expires a day late if the server was off when it was due', async () => {
  const trash = await cleaned()
  await expireInTime(tools)
  aheadMs = 8 * DAY_MS
  expect(await expireInTime(tools)).toEqual([])
  for (let checks = 0; checks < 23; checks += 1) {
    aheadMs += HOUR_MS
    expect(await expireInTime(tools)).toEqual([])
  }
  aheadMs += HOUR_MS + MINUTE_MS
  expect(await expireInTime(tools)).toHaveLength(1)
  expect(existsSync(trash)).toBe(false)
})

it('a plan from before the clock was set back is not approved', async () => {
  const plan = await lab.plan(stepsOf('orphan-files'), 'trash')
  aheadMs = -DAY_MS
  expect(approvePlan(tools, approvalOf(plan, []), 'a test')).toMatchObject({
    ok: false,
    fault: { code: 'plan-expired', message: expect.stringContaining('clock was set back') },
  })
})
