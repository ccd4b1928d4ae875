/**
 * Plans, receipts, the audit log and limits are in Steward's own database, so they can be read without a
 * home.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DEFAULT_LIMITS } from '../../domain/watch/limits/limits.ts'
import type { StoredPlan } from '../../store/plans/plans.ts'
import type { StoredReceipt } from '../../store/plans/receipts.ts'
import { cleanLab, EVERYTHING } from '../../testing/clean-lab.ts'
import { smallHome } from '../../testing/presets/small-home.ts'
import { tempHome } from '../../testing/temp-home.ts'
import { Collector } from './collector.ts'
import { STORE_COMMANDS } from './collector-commands.ts'
import { STORE_QUERIES } from './collector-queries.ts'

const temp = tempHome()
const dataDir = join(temp.root, 'data')
const { path } = smallHome(join(temp.root, 'home'), 'aug', Date.now())
const lab = cleanLab(path, dataDir)
const context = { store: lab.store, now: Date.now }
const PAGE = { outcome: null, cursor: null, limit: 10 }
const BY = { name: 'operator-abc', role: 'operator', address: '10.0.0.7' } as const
let plan: StoredPlan
let receipt: StoredReceipt

const noHome = () => undefined

beforeAll(async () => {
  plan = await lab.plan(EVERYTHING, 'trash')
  receipt = await lab.run(plan)
})
afterAll(() => {
  lab.store.close()
  temp.cleanup()
})

it('a plan and a receipt can be read without any home', async () => {
  expect(await STORE_QUERIES.plan(context, { id: plan.id }, noHome)).toMatchObject({
    ok: true,
    value: { id: plan.id },
  })
  expect(await STORE_QUERIES.receipt(context, { id: receipt.id, ...PAGE }, noHome)).toMatchObject({
    ok: true,
    value: { receipt: { id: receipt.id } },
  })
})

it('they can be read while the only home is missing and cannot be stored', async () => {
  rmSync(path, { recursive: true })
  // As on a full disk, where a new home cannot be stored.
  lab.store.db.exec("CREATE TRIGGER full BEFORE INSERT ON home BEGIN SELECT RAISE(FAIL, 'disk full'); END")
  const hermesHome = join(temp.root, 'missing')
  const collector = new Collector({ hermesHome, extraHomes: [], dataDir, demoHome: null, readOnly: false })
  try {
    const observed = await collector.observe(null)
    expect(observed?.answer.overview.notices.map(({ code }) => code)).toContain('memory-unavailable')
    expect((await collector.queryStore('plan', { id: plan.id })).answer).toMatchObject({ ok: true })
    expect((await collector.queryStore('shown-plan', { id: plan.id })).answer).toMatchObject({ ok: true })
    expect((await collector.queryStore('plan-page', { id: plan.id })).answer).toMatchObject({ ok: true })
    expect((await collector.queryStore('receipt', { id: receipt.id, ...PAGE })).answer).toMatchObject({
      ok: true,
    })
    expect((await collector.query(null, 'recent', null))?.answer).toMatchObject({
      ok: true,
      value: { receipts: [{ id: receipt.id, isElsewhere: true }] },
    })
  } finally {
    await collector.stop()
    lab.store.db.exec('DROP TRIGGER full')
  }
})

it('limits apply to all homes, and their audit entry names no home', async () => {
  const limits = { ...DEFAULT_LIMITS, tokensPerMinute: 7 }
  expect(await STORE_COMMANDS['set-watch-limits'](context, { limits, by: BY }, noHome)).toBe(true)
  expect(await STORE_QUERIES['watch-limits'](context, null, noHome)).toEqual({ limits, state: 'custom' })
  const audit = await STORE_QUERIES.audit(context, { kind: 'done', before: null, limit: 1 }, noHome)
  expect(audit).toMatchObject({ ok: true, value: [{ event: 'limits-changed', actor: BY.name }] })
  expect(JSON.stringify(audit)).not.toContain('home main')
})

it('without our database every answer says so, and limits are the defaults', async () => {
  const none = { store: null, now: Date.now }
  const fault = { ok: false, fault: { code: 'store-unavailable' } }
  expect(await STORE_QUERIES.plan(none, { id: plan.id }, noHome)).toMatchObject(fault)
  expect(await STORE_QUERIES['shown-plan'](none, { id: plan.id }, noHome)).toMatchObject(fault)
  expect(await STORE_QUERIES.receipt(none, { id: receipt.id, ...PAGE }, noHome)).toMatchObject(fault)
  expect(await STORE_QUERIES.audit(none, { kind: 'done', before: null, limit: 1 }, noHome)).toMatchObject(
    fault,
  )
  expect((await STORE_QUERIES['watch-limits'](none, null, noHome)).limits).toEqual(DEFAULT_LIMITS)
  expect(await STORE_COMMANDS['set-watch-limits'](none, { limits: null, by: BY }, noHome)).toBe(false)
})
