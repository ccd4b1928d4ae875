/** Everything removable is removed and restored: the home is then identical, row for row, byte for byte. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readOutcomes } from '../../store/plans/journal.ts'
import { captureHome, filesOf } from '../../testing/capture-home.ts'
import { type CleanLab, cleanLab, dataBeside, EVERYTHING, stepsOf } from '../../testing/clean-lab.ts'
import { findFaults } from '../../testing/home-rows.ts'
import { homesOfEveryEra, WITH_PHOTOS } from '../../testing/homes-of-every-era.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'

let temp: TempHome
beforeAll(() => {
  temp = tempHome()
})
afterAll(() => temp.cleanup())

/** Their databases must not be written to, but their files may be removed. */
const REFUSED = ['real augcjk', 'real upg_mar']
/** All its conversations are only in state.db. */
const WITHOUT_FILES = ['real photo']
const FILES_ONLY = stepsOf('prune-files', 'orphan-files', 'checkpoints', 'cron-output')

describe.each(homesOfEveryEra)('%s', (name, make) => {
  it.each(['trash', 'archive'] as const)('is restored completely from the %s', async (disposition) => {
    const root = join(temp.root, disposition)
    mkdirSync(root, { recursive: true })
    const home = make(root)
    const lab = cleanLab(home, dataBeside(home))
    const before = captureHome(home)

    const plan = await lab.plan(REFUSED.includes(name) ? FILES_ONLY : EVERYTHING, disposition)
    expect(plan.refusals).toEqual([])
    expect(plan.totals.act.items).toBeGreaterThan(3)
    const kept = plan.totals.byReason.filter(({ code }) => code === 'trigram-mismatch')
    expect(kept.map(({ items }) => items)).toEqual(WITH_PHOTOS.includes(name) ? [1] : [])
    const receipt = await lab.run(plan)
    expect(troubleOf(lab, receipt.id)).toEqual([])
    expect(receipt).toMatchObject({ state: 'done', done: plan.totals.act.items })
    if (!WITHOUT_FILES.includes(name)) expect(filesOf(home)).not.toEqual(before.files)

    const restored = await lab.restore(receipt.id)
    expect(troubleOf(lab, restored.id)).toEqual([])
    expect(restored.state).toBe('done')
    expect(captureHome(home)).toEqual(before)
    if (!REFUSED.includes(name)) expect(findFaults(home)).toEqual([])
  })
})

function troubleOf({ store }: CleanLab, receiptId: string): unknown[] {
  const page = readOutcomes(store, receiptId, { cursor: null, limit: 1_000, outcome: null })
  return page.ok
    ? page.value.items.filter(({ outcome }) => outcome?.kind !== 'done' || outcome.note)
    : ['bad cursor']
}
