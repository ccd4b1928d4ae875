/** A save is missing or damaged when needed: the receipt says so, and nothing else waits for it. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Disposition } from '../../domain/plan/action.ts'
import { readBatches } from '../../store/plans/journal.ts'
import { readRunItems } from '../../store/plans/plan-items.ts'
import { readPlan } from '../../store/plans/plans.ts'
import { readReceipt } from '../../store/plans/receipts.ts'
import {
  approvalOf,
  type CleanLab,
  cleanLab,
  dataBeside,
  EVERYTHING,
  stepsOf,
} from '../../testing/clean-lab.ts'
import { tinyHome } from '../../testing/presets/tiny-home.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { approvePlan } from './approve-plan.ts'
import { planRestore } from './plan-restore.ts'
import { recoverRuns } from './recover-runs.ts'
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

function bundlesOf(receiptId: string, disposition: Disposition): string[] {
  const folder =
    disposition === 'trash'
      ? join(lab.home.path, '.steward-trash', receiptId)
      : join(lab.tools.dataDir, 'archives', receiptId)
  return readdirSync(folder)
    .filter((name) => name.endsWith('.tar.zst'))
    .map((name) => join(folder, name))
}

const LOSSES: Readonly<Record<string, (path: string) => void>> = {
  missing: (path) => rmSync(path),
  damaged: (path) => {
    const bytes = readFileSync(path)
    bytes.fill(0xaa, Math.floor(bytes.length / 2))
    writeFileSync(path, bytes)
  },
}

const outcomesOf = (receiptId: string) =>
  readBatches(lab.store, receiptId).flatMap(({ kind, items }) =>
    items.map(({ outcome }) => [kind, outcome?.kind === 'done' ? 'done' : outcome?.code, outcome] as const),
  )

function begin(planId: string): string {
  const plan = readPlan(lab.store, planId, Date.now())
  const approved = plan === null ? null : approvePlan(lab.tools, approvalOf(plan, []), 'a test')
  if (!approved?.ok) throw new Error('it was not approved')
  return approved.value.receiptId
}

it.each([
  ['trash', 'missing'],
  ['trash', 'damaged'],
  ['archive', 'missing'],
  ['archive', 'damaged'],
] as const)(
  '%s whose rows are %s after the plan: reported, and the files are restored',
  async (how, loss) => {
    const taken = await lab.run(await lab.plan(stepsOf('prune-sessions', 'orphan-files'), how))
    const planned = await planRestore(lab.tools, taken.id, 'a test')
    if (!planned.ok) throw new Error(planned.fault.message)
    for (const { kind, saved } of readBatches(lab.store, taken.id))
      if (kind === 'session')
        LOSSES[loss]?.(
          bundlesOf(taken.id, how).find((path) => saved?.endsWith(path.split('/').at(-1) ?? '')) ?? '',
        )
    const restore = begin(planned.value.planId)
    await runReceipt(lab.tools, lab.home, restore)
    expect(readReceipt(lab.store, restore)?.state).toBe('partial')
    const outcomes = outcomesOf(restore)
    expect(new Set(outcomes.map(([kind, code]) => `${kind} ${code}`))).toEqual(
      new Set([`session ${loss}`, 'file done']),
    )
    const [, , session] = outcomes.find(([kind]) => kind === 'session') ?? []
    expect(session).toMatchObject({
      message: expect.stringMatching(/^Its saved copy cannot be read: The/),
    })
  },
)

it('trash emptied by hand is not offered for restore, but items in the journal are', async () => {
  const taken = await lab.run(await lab.plan(EVERYTHING, 'trash'))
  rmSync(join(lab.home.path, '.steward-trash', taken.id), { recursive: true })
  const planned = await planRestore(lab.tools, taken.id, 'a test')
  if (!planned.ok) throw new Error(planned.fault.message)
  const back = readRunItems(lab.store, planned.value.planId, []).map(({ kind }) => kind)
  expect(new Set(back)).toEqual(new Set(['leak', 'route']))
})

it.each(['missing', 'damaged'])(
  'an interrupted run whose save is %s is closed with the true outcome',
  async (loss) => {
    const plan = await lab.plan(stepsOf('prune-sessions'), 'trash')
    const receiptId = begin(plan.id)
    await cutShort(receiptId)
    for (const path of bundlesOf(receiptId, 'trash')) LOSSES[loss]?.(path)
    await recoverRuns(lab.tools)
    expect(readReceipt(lab.store, receiptId)).toMatchObject({ state: 'done', done: plan.totals.act.items })
  },
)

it('a receipt that cannot be recovered does not block the next one', async () => {
  const first = begin((await lab.plan(stepsOf('orphan-files'), 'trash')).id)
  await cutShort(first)
  lab.store.db.exec("UPDATE batch SET kind = 'a kind nobody knows'")
  const second = begin((await lab.plan(stepsOf('prune-sessions'), 'trash')).id)
  await cutShort(second)
  await expect(recoverRuns(lab.tools)).rejects.toThrow(`receipt ${first} could not be settled`)
  expect(readReceipt(lab.store, second)?.state).toBe('done')
  expect(readReceipt(lab.store, first)?.state).toBe('running')
})

/** All items of the batch are removed, and the commit that would record it fails. */
async function cutShort(receiptId: string): Promise<void> {
  lab.store.db.exec(`CREATE TRIGGER cut BEFORE UPDATE OF state ON batch WHEN NEW.state = 'done'
    BEGIN SELECT RAISE(ABORT, 'cut short'); END`)
  await expect(runReceipt(lab.tools, lab.home, receiptId)).rejects.toThrow('cut short')
  lab.store.db.exec('DROP TRIGGER cut')
}
