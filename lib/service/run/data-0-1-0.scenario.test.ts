/**
 * A data folder written by Steward 0.1.0 still opens: plans, receipts and records read as before, drafts can be approved,
 * trash and archives restore and purge, killed runs recover. `lib/testing/fixtures/README.md` describes the fixture.
 */
import { appendFileSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { PlanTotals } from '../../domain/plan/plan.ts'
import { DAY_MS, HOUR_MS } from '../../shared/time.ts'
import { readAudit } from '../../store/access/audit.ts'
import { rememberHome } from '../../store/homes.ts'
import { readBatches, readOutcomes } from '../../store/plans/journal.ts'
import { sumOutcomes } from '../../store/plans/outcome-sums.ts'
import { readItemPage, readRunItems } from '../../store/plans/plan-items.ts'
import { listPlans, readPlan, type StoredPlan } from '../../store/plans/plans.ts'
import { listReceipts, readReceipt, type StoredReceipt } from '../../store/plans/receipts.ts'
import { readPrunedUsage } from '../../store/samples/pruned-usage.ts'
import { readClosedPage } from '../../store/watch/incidents.ts'
import { readStoredLimits } from '../../store/watch/limits.ts'
import { approvalOf, type CleanLab, cleanLab } from '../../testing/clean-lab.ts'
import { digestHome } from '../../testing/home-digest.ts'
import { findFaults } from '../../testing/home-rows.ts'
import { type LegacyData, unpackLegacyData } from '../../testing/legacy-data.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { approvePlan } from './approve-plan.ts'
import { expireKept } from './expire-kept.ts'
import type { RunTools } from './open-run.ts'
import { planRestore } from './plan-restore.ts'
import { purge as purgeReceipt } from './purge.ts'
import { recoverRuns } from './recover-runs.ts'

let temp: TempHome
let legacy: LegacyData
let lab: CleanLab
beforeEach(() => {
  temp = tempHome()
  legacy = unpackLegacyData(temp.root)
  lab = cleanLab(legacy.home, legacy.dataDir, () => legacy.nowMs)
})
afterEach(() => {
  lab.store.close()
  temp.cleanup()
})

type ReceiptName = keyof LegacyData['receipts']

/** How many items a plan, or a step of it, will act on. */
const actedOn = (totals: Pick<PlanTotals, 'act'>): number => totals.act.items

const purge = (tools: RunTools, { id, done }: StoredReceipt) =>
  purgeReceipt(tools, { receiptId: id, consent: `delete ${done} from main` })

const later = (ms: number): RunTools => ({ ...lab.tools, now: () => legacy.nowMs + ms })

function known<T>(value: T | null): T {
  if (value === null) throw new Error('It is not in steward.db.')
  return value
}

const receiptOf = (name: ReceiptName) => known(readReceipt(lab.store, legacy.receipts[name]))
const planOf = (name: keyof LegacyData['plans']) =>
  known(readPlan(lab.store, legacy.plans[name], legacy.nowMs))

function itemsOf({ id }: StoredPlan) {
  const all = { verdict: null, reason: null, step: null, together: null, q: null, cursor: null, limit: 100 }
  const page = known(readItemPage(lab.store, id, all))
  if (!page.ok) throw new Error(page.fault)
  return page.value.items
}

/** Every item is done, without a note. */
function expectDone(receipt: StoredReceipt, items: number): void {
  const page = readOutcomes(lab.store, receipt.id, { cursor: null, limit: 100, outcome: null })
  const outcomes = page.ok ? page.value.items.map(({ outcome }) => outcome) : []
  expect(outcomes).toEqual(outcomes.map(() => ({ kind: 'done', freedBytes: expect.any(Number) })))
  expect(receipt).toMatchObject({ state: 'done', total: items, done: items, skipped: 0, failed: 0 })
}

const keptIn = (name: ReceiptName): string => {
  const { id, disposition } = receiptOf(name)
  return disposition === 'trash'
    ? join(legacy.home, '.steward-trash', id)
    : join(legacy.dataDir, 'archives', id)
}

it('lists every receipt with its outcome', () => {
  const names = new Map(Object.entries(legacy.receipts).map(([name, id]) => [id, name]))
  const listed = listReceipts(lab.store, 'main').map(
    ({ id, kind, disposition, state, done, skipped, failed, total }) =>
      `${names.get(id)}: ${kind} ${disposition} ${state}, ${done} + ${skipped} + ${failed} of ${total}`,
  )
  expect(listed).toEqual([
    'saving: cleanup archive running, 0 + 0 + 0 of 1',
    'acting: cleanup trash running, 1 + 0 + 0 of 3',
    'gateway: cleanup trash done, 2 + 0 + 0 of 2',
    'leaked: cleanup trash done, 1 + 0 + 0 of 1',
    'trashToPurge: cleanup trash done, 3 + 0 + 0 of 3',
    'archive: cleanup archive done, 5 + 0 + 0 of 5',
    'checkpoints: cleanup trash done, 3 + 0 + 0 of 3',
    'trash: cleanup trash done, 5 + 0 + 0 of 5',
    'restore: restore trash done, 1 + 0 + 0 of 1',
    'restored: cleanup trash done, 1 + 0 + 0 of 1',
    'purged: cleanup trash done, 1 + 0 + 0 of 1',
    'deleted: cleanup delete partial, 2 + 1 + 0 of 3',
  ])
  expect(
    readOutcomes(lab.store, receiptOf('deleted').id, { cursor: null, limit: 1, outcome: 'skipped' }),
  ).toMatchObject({ value: { items: [{ label: 'changed_1', outcome: { code: 'file-changed' } }] } })
  const planned = sumOutcomes(lab.store, receiptOf('trash').id).reduce((sum, each) => sum + each.planned, 0)
  expect(planned).toBe(5)
})

it('reads every plan, with the same items to act on in its totals, its steps and its list', () => {
  const plans = listPlans(lab.store, 'main', legacy.nowMs)
  expect(plans).toHaveLength(15)
  for (const plan of plans) {
    const items = itemsOf(plan)
    const acting = items.filter(({ verdict }) => verdict === 'act')
    expect(acting.length).toBeGreaterThan(0)
    expect(
      readRunItems(lab.store, plan.id, [])
        .map(({ id }) => id)
        .sort(),
    ).toEqual(acting.map(({ id }) => id).sort())
    expect(actedOn(plan.totals)).toBe(acting.length)
    expect(plan.totals.keep.items).toBe(items.length - acting.length)
    // A restore has no steps.
    const inSteps = plan.totals.byStep.reduce((sum, step) => sum + actedOn(step), 0)
    expect(inSteps).toBe(plan.restores === null ? acting.length : 0)
    expect(plan.totals.byReason.reduce((sum, reason) => sum + reason.items, 0)).toBe(items.length)
    for (const { verdict, step, code, items: count } of plan.totals.byReason)
      expect(
        items.filter((item) => item.verdict === verdict && item.step === step && item.reason.code === code),
      ).toHaveLength(count)
  }
})

it('finds the drafts open and the old plan expired', () => {
  expect(planOf('draft')).toMatchObject({ state: 'open', receiptId: null, createdBy: 'viewer-token' })
  expect(itemsOf(planOf('draft')).map(({ key, verdict }) => `${verdict} ${key}`)).toEqual([
    'act session:draft_1',
    'act file:sessions/session_20260101_080001_unticked.json',
    'act file:sessions/session_20260101_080005_draft.json',
    expect.stringMatching(/^act project:[0-9a-f]{16}$/),
    'act session:draft_2',
    'act session:leaked_2',
    'keep session:working',
    expect.stringMatching(/^keep project:[0-9a-f]{16}$/),
    expect.stringMatching(/^keep project:[0-9a-f]{16}$/),
    'keep session:pinned',
  ])
  expect(planOf('restoreDraft')).toMatchObject({ state: 'open', restores: legacy.receipts.trash })
  expect(planOf('expired').state).toBe('expired')
  for (const [plan, tools] of [
    [planOf('expired'), lab.tools],
    [planOf('draft'), later(HOUR_MS)],
  ] as const)
    expect(approvePlan(tools, approvalOf(plan, []), 'a test')).toMatchObject({
      fault: { code: 'plan-expired' },
    })
})

it('runs a draft of 0.1.0 as it was shown, and restores it', async () => {
  const before = digestHome(legacy.home)
  const receipt = await lab.run(planOf('draft'))
  expectDone(receipt, 6)
  expect(digestHome(legacy.home)).not.toEqual(before)
  expectDone(await lab.restore(receipt.id), 6)
  expect(digestHome(legacy.home)).toEqual(before)
})

it('skips an item of a draft that changed since', async () => {
  appendFileSync(join(legacy.home, 'sessions/session_draft_1.json'), '\n')
  expect(await lab.run(planOf('draft'))).toMatchObject({ state: 'partial', done: 5, skipped: 1, failed: 0 })
})

it('recovers the runs that were killed', async () => {
  const states = (name: ReceiptName) => readBatches(lab.store, receiptOf(name).id).map(({ state }) => state)
  expect([states('acting'), states('saving')]).toEqual([['done', 'acting'], ['saving']])
  expect(readdirSync(keptIn('saving'))).toEqual(['1.tar.zst'])
  const moved = () => readdirSync(join(keptIn('acting'), 'files', 'sessions'))
  expect(moved()).toHaveLength(1)
  await recoverRuns(lab.tools)
  expectDone(receiptOf('acting'), 3)
  expect(moved()).toHaveLength(4)
  expect(receiptOf('saving')).toMatchObject({ state: 'rolled-back', done: 0, skipped: 1, keptBytes: 0 })
  expect(readdirSync(keptIn('saving'))).toEqual([])
})

it('restores trash, archive, checkpoints, closed sessions and gateway entries: the home is the original', async () => {
  await recoverRuns(lab.tools)
  expect(digestHome(legacy.home)).not.toEqual(legacy.before)
  expectDone(await lab.run(planOf('restoreDraft')), 5)
  for (const name of ['checkpoints', 'archive', 'trashToPurge', 'leaked', 'gateway', 'acting'] as const)
    expectDone(await lab.restore(legacy.receipts[name]), receiptOf(name).done)
  expect(digestHome(legacy.home)).toEqual(legacy.before)
  expect(findFaults(legacy.home)).toEqual([])
})

it('a restore plan says what could not be checked, because 0.1.0 recorded nothing to compare with', async () => {
  const codesOf = async (name: ReceiptName) =>
    new Set(itemsOf(await lab.restorePlan(legacy.receipts[name])).map(({ reason }) => reason.code))
  for (const name of ['trash', 'archive', 'trashToPurge'] as const)
    expect([name, await codesOf(name)]).toEqual([name, new Set(['comes-back-uncompared'])])
  for (const name of ['leaked', 'gateway'] as const)
    expect([name, await codesOf(name)]).toEqual([name, new Set(['comes-back'])])
})

it('has nothing to restore after a delete, a purge or a restore', async () => {
  expect(await planRestore(lab.tools, legacy.receipts.deleted, 'a test')).toMatchObject({
    fault: { code: 'not-kept' },
  })
  expect(await planRestore(lab.tools, legacy.receipts.restore, 'a test')).toMatchObject({
    fault: { code: 'is-restore' },
  })
  for (const [name, code] of [
    ['purged', 'not-kept'],
    ['restored', 'is-there'],
  ] as const) {
    const plan = await lab.restorePlan(legacy.receipts[name])
    expect(actedOn(plan.totals)).toBe(0)
    expect(itemsOf(plan)).toMatchObject([{ verdict: 'keep', reason: { code } }])
  }
})

it('purges trash and archive, and only those requested', async () => {
  await recoverRuns(lab.tools)
  const before = digestHome(legacy.home)
  // Past the two hours for which git spares objects that were just written.
  const tools = later(3 * HOUR_MS)
  for (const name of ['trashToPurge', 'archive'] as const) {
    const receipt = receiptOf(name)
    const folder = keptIn(name)
    expect(receipt.keptBytes).toBeGreaterThan(0)
    expect(existsSync(folder)).toBe(true)
    expect(await purge(tools, receipt)).toEqual({ ok: true, value: { freedBytes: receipt.keptBytes } })
    expect(existsSync(folder)).toBe(false)
    expect(receiptOf(name)).toMatchObject({
      keptBytes: 0,
      freedBytes: (receipt.freedBytes ?? 0) + receipt.keptBytes,
    })
    expect(actedOn((await lab.restorePlan(receipt.id)).totals)).toBe(0)
  }
  expect(digestHome(legacy.home)).toEqual(before)
  for (const name of ['trash', 'checkpoints', 'acting'] as const)
    expectDone(await lab.restore(legacy.receipts[name]), receiptOf(name).done)
})

it('expires trash and archives on the day that 0.1.0 set', async () => {
  await recoverRuns(lab.tools)
  const expiredAfter = async (days: number) =>
    (await expireKept(later(days * DAY_MS))).map(({ id }) => id).sort()
  const { trash, checkpoints, trashToPurge, acting, archive, restored } = legacy.receipts
  expect(await expiredAfter(6.5)).toEqual([])
  // A restored receipt keeps the bundle of its rows until then.
  expect(await expiredAfter(7)).toEqual([trash, checkpoints, trashToPurge, acting, restored].sort())
  expect(existsSync(join(legacy.home, '.steward-trash'))).toBe(false)
  expect(await expiredAfter(89.5)).toEqual([])
  expect(await expiredAfter(90)).toEqual([archive])
})

it('keeps usage, audit, incidents and limits', async () => {
  const home = rememberHome(lab.store, legacy.home)
  const used = () => readPrunedUsage(lab.store, home).map(({ id }) => id)
  expect(used()).toEqual(expect.arrayContaining(['archive_main', 'delete_1', 'trash_lone']))
  await lab.restore(legacy.receipts.archive)
  expect(used()).toEqual(expect.arrayContaining(['delete_1', 'trash_lone']))
  expect(used()).not.toContain('archive_main')

  const audit = readAudit(lab.store, 100)
  const purged = audit.find(({ detail }) => detail.startsWith(`receipt ${legacy.receipts.purged}: 16384`))
  expect(purged).toMatchObject({ actor: 'operator-token', role: 'operator', address: '127.0.0.1' })
  expect(audit.filter(({ event }) => event === 'plan-approved')).toHaveLength(12)
  expect(readClosedPage(lab.store, home, { cursor: null, limit: 10 })).toMatchObject({
    value: { items: [{ homeId: 'main', acknowledged: { by: 'operator' } }], nextCursor: null },
  })
  expect(readStoredLimits(lab.store).limits).toMatchObject({
    tokensPerMinute: 75_000,
    overrides: { 'job:a1a1a1a1a1a1': { iterations: 40 } },
  })
})
