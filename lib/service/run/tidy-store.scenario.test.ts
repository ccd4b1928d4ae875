import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, expect, it } from 'vitest'
import { consentPhrase } from '../../domain/plan/words.ts'
import { HOUR_MS } from '../../shared/time.ts'
import { openStore, STORE_FILE } from '../../store/open-store.ts'
import { readBatches, readOutcomes } from '../../store/plans/journal.ts'
import { sumOutcomes } from '../../store/plans/outcome-sums.ts'
import { listReceipts, readReceipt } from '../../store/plans/receipts.ts'
import { captureHome } from '../../testing/capture-home.ts'
import { type CleanLab, cleanLab, EVERYTHING, stepsOf } from '../../testing/clean-lab.ts'
import { smallHome } from '../../testing/presets/small-home.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { FIRST_PAGE, readPlanItems } from '../plan/read-plan.ts'
import { planRestore } from './plan-restore.ts'
import { purge } from './purge.ts'
import { tidyStore } from './tidy-store.ts'

const temps: TempHome[] = []
afterEach(() => {
  for (const temp of temps.splice(0)) temp.cleanup()
})

function makeLab() {
  const temp = tempHome()
  temps.push(temp)
  const dataDir = join(temp.root, 'data')
  const home = smallHome(temp.path, 'aug', Date.now()).path
  return { temp, home, dataDir, lab: cleanLab(home, dataDir) }
}

/** Removes everything and brings it back. Returns both receipts. */
async function cycle(lab: CleanLab, steps = EVERYTHING) {
  const cleanup = await lab.run(await lab.plan(steps, 'trash'))
  const restore = await lab.restore(cleanup.id)
  return { cleanup, restore }
}

const ALL = { cursor: null, limit: 1_000, outcome: null } as const
const PAGE = 4_096
const usedBytes = ({ store }: CleanLab): number =>
  (Number(store.db.pragma('page_count', { simple: true })) -
    Number(store.db.pragma('freelist_count', { simple: true }))) *
  PAGE
const fileBytes = (dataDir: string): number => lstatSync(join(dataDir, STORE_FILE)).size

it('sessions come back again after the details of an earlier restore were deleted', async () => {
  const { lab, home } = makeLab()
  const before = captureHome(home)
  await cycle(lab, stepsOf('prune-sessions'))
  tidyStore(lab.tools)
  const { cleanup, restore } = await cycle(lab, stepsOf('prune-sessions'))
  expect(restore).toMatchObject({ state: 'done', done: cleanup.done })
  expect(captureHome(home)).toEqual(before)
  lab.store.close()
})

it('details of cleanups that were restored do not pile up', async () => {
  const { lab } = makeLab()
  const steps = stepsOf('prune-files')
  for (let round = 0; round < 4; round += 1) await cycle(lab, steps)
  const before = usedBytes(lab)
  tidyStore(lab.tools)
  const count = (what: string): unknown => lab.store.db.prepare(`SELECT ${what}`).pluck().get()
  expect(count('count(DISTINCT plan_no) FROM plan_item')).toBe(5)
  expect(count('max(length(target)) FROM receipt_item')).toBe(0)
  expect(count("count(*) FROM receipt_item WHERE outcome = 'done'")).toBe(count('sum(total) FROM receipt'))
  expect(usedBytes(lab)).toBeLessThan(before)
  lab.store.close()
})

it('deleted pages go back to the disk, also in a store of an earlier version', async () => {
  const { temp, home } = makeLab()
  const dataDir = join(temp.root, 'old-data')
  const opened = openStore(dataDir)
  if (opened.ok) opened.value.close()
  const old = new Database(join(dataDir, STORE_FILE))
  old.pragma('journal_mode = DELETE')
  old.pragma('auto_vacuum = NONE')
  old.exec('VACUUM')
  old.exec('CREATE TABLE filler (bytes BLOB)')
  old
    .prepare('INSERT INTO filler SELECT randomblob(4000) FROM json_each(?)')
    .run(JSON.stringify(Array.from({ length: 2_000 }, () => 0)))
  old.exec('DROP TABLE filler')
  expect(old.pragma('auto_vacuum', { simple: true })).toBe(0)
  old.close()
  const lab = cleanLab(home, dataDir)
  const before = fileBytes(dataDir)
  tidyStore(lab.tools)
  lab.store.db.pragma('wal_checkpoint(TRUNCATE)')
  expect(before).toBeGreaterThan(8_000_000)
  expect(fileBytes(dataDir)).toBeLessThan(2_000_000)
  lab.store.close()
})

it('the receipt of a run whose plan lost its items still shows outcomes and sums', async () => {
  const { lab } = makeLab()
  const { cleanup } = await cycle(lab)
  const [outcomes, sums] = [readOutcomes(lab.store, cleanup.id, ALL), sumOutcomes(lab.store, cleanup.id)]
  expect(sums.length).toBeGreaterThan(3)
  for (let round = 0; round < 3; round += 1) await cycle(lab, stepsOf('orphan-files'))
  tidyStore(lab.tools)
  expect(readPlanItems(lab.tools, { id: cleanup.planId, query: FIRST_PAGE })).toEqual({
    ok: false,
    fault: { code: 'items-deleted' },
  })
  expect(readOutcomes(lab.store, cleanup.id, ALL)).toEqual(outcomes)
  expect(sumOutcomes(lab.store, cleanup.id)).toEqual(sums)
  tidyStore(lab.tools)
  expect(sumOutcomes(lab.store, cleanup.id)).toEqual(sums)
  lab.store.close()
})

it.each(['trash', 'archive'] as const)(
  '%s that is still kept can be restored after tidying',
  async (kept) => {
    const { lab, home } = makeLab()
    const before = captureHome(home)
    const cleanup = await lab.run(await lab.plan(EVERYTHING, kept))
    tidyStore(lab.tools)
    await lab.restore(cleanup.id)
    expect(captureHome(home)).toEqual(before)
    lab.store.close()
  },
)

it('an archive that was restored can be restored again after tidying, until it is purged', async () => {
  const { lab, home } = makeLab()
  const before = captureHome(home)
  const steps = stepsOf('prune-sessions')
  const cleanup = await lab.run(await lab.plan(steps, 'archive'))
  await lab.restore(cleanup.id)
  await lab.run(await lab.plan(steps, 'delete'))
  tidyStore(lab.tools)
  await lab.restore(cleanup.id)
  expect(captureHome(home)).toEqual(before)
  await purge(lab.tools, { receiptId: cleanup.id, consent: consentPhrase(cleanup.done, 'main') })
  tidyStore(lab.tools)
  expect(readBatches(lab.store, cleanup.id).flatMap(({ items }) => items)).toEqual([])
  lab.store.close()
})

it('a purged run offers nothing to restore except what the journal keeps', async () => {
  const { lab } = makeLab()
  const cleanup = await lab.run(await lab.plan(EVERYTHING, 'trash'))
  const consent = consentPhrase(cleanup.done, 'main')
  expect((await purge(lab.tools, { receiptId: cleanup.id, consent })).ok).toBe(true)
  tidyStore(lab.tools)
  const plan = await lab.restorePlan(cleanup.id)
  const page = readPlanItems(lab.tools, { id: plan.id, query: { ...FIRST_PAGE, limit: 1_000 } })
  const kinds = new Set(page.ok ? page.value.items.map(({ kind }) => kind) : [])
  expect([...kinds].sort()).toEqual(['leak', 'route'])
  lab.store.close()
})

it('a purged run without such items is refused a restore', async () => {
  const { lab } = makeLab()
  const steps = stepsOf('prune-files')
  const cleanup = await lab.run(await lab.plan(steps, 'trash'))
  await purge(lab.tools, { receiptId: cleanup.id, consent: consentPhrase(cleanup.done, 'main') })
  tidyStore(lab.tools)
  expect(await planRestore(lab.tools, cleanup.id, 'a test')).toMatchObject({ fault: { code: 'not-kept' } })
  lab.store.close()
})

it('a receipt keeps what an open restore plan needs, and is not offered once restored', async () => {
  const { lab } = makeLab()
  let nowMs = Date.now()
  const later = { ...lab.tools, now: () => nowMs }
  const steps = stepsOf('prune-files')
  const cleanup = await lab.run(await lab.plan(steps, 'trash'))
  const targets = () => readBatches(lab.store, cleanup.id).flatMap(({ items }) => items)
  const [first] = [await lab.restorePlan(cleanup.id), await lab.restorePlan(cleanup.id)]
  await lab.run(first)
  tidyStore(later)
  expect(targets()).toHaveLength(cleanup.total)
  nowMs += 2 * HOUR_MS
  tidyStore(later)
  expect(targets()).toEqual([])
  expect(await planRestore(later, cleanup.id, 'a test')).toMatchObject({ fault: { code: 'not-kept' } })
  lab.store.close()
})

it('a run in progress keeps its items', async () => {
  const { lab } = makeLab()
  const running = lab.approve(await lab.plan(EVERYTHING, 'trash'))
  for (let round = 0; round < 6; round += 1) {
    await lab.restore((await lab.run(await lab.plan(stepsOf('orphan-files'), 'archive'))).id)
  }
  tidyStore(lab.tools)
  expect(readReceipt(lab.store, running)?.state).toBe('running')
  const planId = listReceipts(lab.store, null).find(({ id }) => id === running)?.planId ?? ''
  expect(readPlanItems(lab.tools, { id: planId, query: FIRST_PAGE }).ok).toBe(true)
  lab.store.close()
})
