/** Names that 0.1.0 stored in plans and receipts are today's once its data folder was opened. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readOutcomes } from '../../store/plans/journal.ts'
import { readItemPage } from '../../store/plans/plan-items.ts'
import { listPlans, readPlan } from '../../store/plans/plans.ts'
import { type CleanLab, cleanLab } from '../../testing/clean-lab.ts'
import { type LegacyData, unpackLegacyData } from '../../testing/legacy-data.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'

let temp: TempHome
let legacy: LegacyData
beforeEach(() => {
  temp = tempHome()
  legacy = unpackLegacyData(join(temp.root, 'opened'))
})
afterEach(() => temp.cleanup())

it('renames the verdict "prune" and the reason "shelved" in stored plans and changes nothing else of them', () => {
  const untouched = unpackLegacyData(join(temp.root, 'untouched'))
  const opened = cleanLab(legacy.home, legacy.dataDir, () => legacy.nowMs)
  const old = new Database(join(untouched.dataDir, 'steward.db'), { readonly: true })
  const plansIn = (db: Database.Database) =>
    db.prepare<[], { totals: string }>('SELECT * FROM plan ORDER BY plan_no').all()
  const verdictsIn = (db: Database.Database) =>
    db
      .prepare<[], { verdict: string; code: string }>('SELECT place, verdict, code, message FROM plan_item')
      .all()
  try {
    expect(plansIn(old).every(({ totals }) => 'prune' in JSON.parse(totals))).toBe(true)
    expect(
      plansIn(opened.store.db).map(({ totals, ...plan }) => ({ ...plan, totals: JSON.parse(totals) })),
    ).toEqual(
      plansIn(old).map(({ totals, ...plan }) => ({
        ...plan,
        home_path: legacy.home,
        items_deleted: 0,
        totals: renamedTotals(JSON.parse(totals)),
      })),
    )
    expect(verdictsIn(opened.store.db)).toEqual(
      verdictsIn(old).map(({ verdict, code, ...item }) => ({
        ...item,
        verdict: renamedVerdict(verdict),
        code: renamedCode(code),
      })),
    )
  } finally {
    old.close()
    opened.store.close()
  }
})

it('renames the reasons and outcomes of 0.1.0, and a draft with them can still be approved', async () => {
  const old = new Database(join(legacy.dataDir, 'steward.db'))
  const renameOne = (sql: string) => expect(old.prepare(sql).run().changes).toBe(1)
  const ofDraft = `plan_no = (SELECT plan_no FROM plan WHERE plan_id = '${legacy.plans.draft}')`
  // No plan of the fixture holds these two codes, so they are put into one.
  renameOne(`UPDATE plan_item SET code = 'kin-live' WHERE code = 'open-recent' AND ${ofDraft}`)
  renameOne(`UPDATE plan SET totals = replace(totals, '"open-recent"', '"kin-live"') WHERE ${ofDraft}`)
  renameOne("UPDATE receipt_item SET code = 'kin-skipped' WHERE label = 'changed_1'")
  old.close()

  const opened = cleanLab(legacy.home, legacy.dataDir, () => legacy.nowMs)
  try {
    const codes = listPlans(opened.store, 'main', legacy.nowMs).flatMap(({ id, totals }) => {
      const kept = totals.byReason.filter(({ verdict }) => verdict === 'keep')
      for (const { code, step, items } of kept) expect(keptBy(opened, id, code, step)).toBe(items)
      return kept.map(({ code }) => code)
    })
    expect(codes).toEqual(expect.arrayContaining(['archived-in-hermes', 'relative-live']))
    expect(codes).not.toEqual(expect.arrayContaining(['shelved']))
    const skipped = { cursor: null, limit: 1, outcome: 'skipped' } as const
    expect(readOutcomes(opened.store, legacy.receipts.deleted, skipped)).toMatchObject({
      value: { items: [{ label: 'changed_1', outcome: { code: 'relative-skipped' } }] },
    })
    const draft = readPlan(opened.store, legacy.plans.draft, legacy.nowMs)
    if (draft === null) throw new Error('The draft is not in steward.db.')
    expect(await opened.run(draft)).toMatchObject({ state: 'done', done: 6, skipped: 0, failed: 0 })
  } finally {
    opened.store.close()
  }
})

/** How many items of a step are kept for a reason, as the filter on the plan's page finds them. */
function keptBy({ store }: CleanLab, planId: string, reason: string, step: number): number {
  const filter = { verdict: 'keep', reason, step, together: null, q: null, cursor: null, limit: 100 } as const
  const page = readItemPage(store, planId, filter)
  return page?.ok ? page.value.items.length : 0
}

type OldAmounts = { readonly prune: unknown; readonly keep: unknown }
type OldTotals = OldAmounts & {
  readonly byReason: readonly { readonly verdict: string; readonly code: string }[]
  readonly byStep: readonly OldAmounts[]
}

const renamedVerdict = (verdict: string): string => (verdict === 'prune' ? 'act' : verdict)
const renamedCode = (code: string): string => (code === 'shelved' ? 'archived-in-hermes' : code)

const renamedTotals = ({ prune, byReason, byStep, ...totals }: OldTotals) => ({
  ...totals,
  act: prune,
  byReason: byReason.map((each) => ({
    ...each,
    verdict: renamedVerdict(each.verdict),
    code: renamedCode(each.code),
  })),
  byStep: byStep.map(({ prune: act, ...step }) => ({ ...step, act })),
})
