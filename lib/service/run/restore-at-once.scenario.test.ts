/** The same receipt restored several times at once: each receipt reports what its own run did. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readOutcomes } from '../../store/plans/journal.ts'
import { readReceipt, type StoredReceipt } from '../../store/plans/receipts.ts'
import { captureHome } from '../../testing/capture-home.ts'
import { type CleanLab, cleanLab, dataBeside, EVERYTHING, stepsOf } from '../../testing/clean-lab.ts'
import { tinyHome } from '../../testing/presets/tiny-home.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
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

function outcomesOf({ id }: StoredReceipt) {
  const page = readOutcomes(lab.store, id, { cursor: null, limit: 100, outcome: null })
  return page.ok ? page.value.items.map(({ outcome }) => outcome) : []
}

const restoredBy = ({ id }: StoredReceipt) => ({
  kind: 'skipped',
  code: 'already-restored',
  message: `Receipt ${id} already restored it.`,
})

it.each(['trash', 'archive'] as const)(
  '%s: the first brings everything back, the others nothing',
  async (how) => {
    const before = captureHome(lab.home.path)
    const taken = await lab.run(await lab.plan(EVERYTHING, how))
    const plans = [1, 2, 3].map(() => lab.restorePlan(taken.id))
    const approved = (await Promise.all(plans)).map((plan) => lab.approve(plan))
    for (const id of approved) await runReceipt(lab.tools, lab.home, id)
    const [first, ...others] = approved.flatMap((id) => readReceipt(lab.store, id) ?? [])
    if (first === undefined) throw new Error('no receipt')
    expect(first).toMatchObject({ state: 'done', done: taken.done, skipped: 0, failed: 0 })
    expect(others).toHaveLength(2)
    for (const other of others) {
      expect(other).toMatchObject({ state: 'partial', done: 0, skipped: taken.done, failed: 0 })
      expect(outcomesOf(other)).toEqual(outcomesOf(first).map(() => restoredBy(first)))
    }
    expect(captureHome(lab.home.path)).toEqual(before)
  },
)

it.each(['trash', 'archive'] as const)('%s: two restores of a part each share the work', async (how) => {
  const before = captureHome(lab.home.path)
  const taken = await lab.run(await lab.plan(EVERYTHING, how))
  const [plan, again] = [await lab.restorePlan(taken.id), await lab.restorePlan(taken.id)]
  const except = ['1', '3', '5']
  const first = await lab.run(plan, except)
  const second = await lab.run(again)
  expect(first).toMatchObject({ state: 'done', done: first.total })
  expect(second).toMatchObject({ done: taken.done - first.done, skipped: first.done, failed: 0 })
  expect(first.done).toBeLessThan(taken.done)
  expect(captureHome(lab.home.path)).toEqual(before)
})

it.each(['trash', 'archive'] as const)(
  '%s: what an interrupted restore brought back counts as its own',
  async (how) => {
    const before = captureHome(lab.home.path)
    const taken = await lab.run(await lab.plan(EVERYTHING, how))
    const approved = [await lab.restorePlan(taken.id), await lab.restorePlan(taken.id)].map((plan) =>
      lab.approve(plan),
    )
    const [first = '', second = ''] = approved
    for (let batch = 1; batch < 20; batch += 1) {
      // The work of a batch is done, and the commit that would record it fails.
      lab.store.db.exec(`CREATE TRIGGER cut BEFORE UPDATE OF state ON batch WHEN NEW.state = 'done'
      BEGIN SELECT RAISE(ABORT, 'cut short'); END`)
      const isCut = await runReceipt(lab.tools, lab.home, first).then(
        () => false,
        () => true,
      )
      lab.store.db.exec('DROP TRIGGER cut')
      if (!isCut) break
      await recoverRuns(lab.tools, new Set([second]))
      if (readReceipt(lab.store, first)?.state !== 'running') break
    }
    await runReceipt(lab.tools, lab.home, second)
    const [one, two] = approved.map((id) => readReceipt(lab.store, id))
    expect(one?.done).toBeGreaterThan(0)
    expect((one?.done ?? 0) + (two?.done ?? 0)).toBe(taken.done)
    expect(two).toMatchObject({ skipped: one?.done, failed: 0 })
    expect(captureHome(lab.home.path)).toEqual(before)
  },
)

it('what is already in place is not reported as restored', async () => {
  const taken = await lab.run(await lab.plan(stepsOf('prune-sessions'), 'archive'))
  await lab.restore(taken.id)
  const plan = await lab.restorePlan(taken.id)
  expect(plan.totals.act.items).toBe(0)
})

it('an archive restores again what was removed after an earlier restore', async () => {
  const before = captureHome(lab.home.path)
  const taken = await lab.run(await lab.plan(stepsOf('prune-sessions', 'orphan-files'), 'archive'))
  await lab.restore(taken.id)
  await lab.run(await lab.plan(stepsOf('prune-sessions', 'orphan-files'), 'delete'))
  const again = await lab.restore(taken.id)
  expect(again).toMatchObject({ state: 'done', done: taken.done })
  expect(captureHome(lab.home.path)).toEqual(before)
})

it('a restore whose trash was purged before its turn reports that nothing came back', async () => {
  const taken = await lab.run(await lab.plan(stepsOf('prune-sessions', 'orphan-files'), 'trash'))
  const approved = lab.approve(await lab.restorePlan(taken.id))
  rmSync(join(lab.home.path, '.steward-trash', taken.id), { recursive: true })
  await runReceipt(lab.tools, lab.home, approved)
  expect(readReceipt(lab.store, approved)).toMatchObject({ state: 'partial', done: 0, total: taken.done })
})
