/** Two Stewards with a data folder each on one home: the first one manages it, the second only shows it. */
import { existsSync, lstatSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Policy } from '../../domain/plan/policy.ts'
import { runReceipt } from '../../service/run/run-plan.ts'
import { readReceipt } from '../../store/plans/receipts.ts'
import { captureHome } from '../../testing/capture-home.ts'
import { approvalOf, type CleanLab, cleanLab, EVERYTHING, stepsOf } from '../../testing/clean-lab.ts'
import { tinyHome } from '../../testing/presets/tiny-home.ts'
import type { LineChild } from '../../testing/processes/line-child.ts'
import { startOtherSteward } from '../../testing/processes/other-steward.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { Collector } from './collector.ts'
import type { CollectorSettings } from './collector-protocol.ts'
import { Executor } from './executor.ts'
import { HomeLocks } from './home-locks.ts'

const OPERATOR = { name: 'a test', role: 'operator', via: 'token', address: '127.0.0.1' } as const

let temp: TempHome
let home: string
let first: LineChild
let lab: CleanLab
let second: Executor
let pages: Collector
let settings: CollectorSettings

beforeEach(async () => {
  temp = tempHome()
  home = tinyHome(temp.path, Date.now()).path
  first = await startOtherSteward(home, join(temp.root, 'data-1'))
  // Another way to the same home.
  const link = join(temp.root, 'link')
  symlinkSync(home, link)
  const dataDir = join(temp.root, 'data-2')
  lab = cleanLab(link, dataDir)
  const locks = new HomeLocks()
  settings = { hermesHome: link, extraHomes: [], dataDir, demoHome: null, readOnly: false }
  second = new Executor({ ...settings, trashDays: 7, archiveDays: 90 }, locks)
  pages = new Collector(settings, { locks })
  second.start()
})
afterEach(async () => {
  await first.stop()
  await pages.stop()
  await second.close()
  lab.store.close()
  temp.cleanup()
})

const session = (id: string): Policy[] =>
  EVERYTHING.map((policy) => (policy.action === 'prune-sessions' ? { ...policy, ids: [id] } : policy)).filter(
    ({ action }) => action === 'prune-sessions',
  )

async function clean(steps: readonly Policy[]) {
  const approved = await second.approve(approvalOf(await lab.plan(steps, 'trash'), []), OPERATOR)
  if (!approved.ok) return approved.fault
  const { receiptId } = approved.value
  await vi.waitFor(() => expect(second.running).toBe(false), { timeout: 20_000 })
  return readReceipt(lab.store, receiptId)
}

const status = async () => (await pages.query(null, 'observe', null))?.answer.status

it('the second is read-only and says who manages the home, until the first is killed', async () => {
  expect(await status()).toMatchObject({ writable: true })
  expect(existsSync(join(home, '.steward-lock'))).toBe(false)
  await first.ask("clean(stepsOf('cron-output'))")
  const inHome = captureHome(home)
  expect(lstatSync(join(home, '.steward-lock'))).toMatchObject({ size: 0, mode: 0o100600 })
  const who =
    process.platform === 'linux' ? ` (process ${first.pid}, data folder ${join(temp.root, 'data-1')})` : ''
  const message = `Another Steward${who} manages this home. Clean up there, or stop it. This Steward can then write within seconds.`
  await vi.waitFor(
    async () =>
      expect(await status()).toMatchObject({
        writable: false,
        refusals: [{ code: 'other-steward', message }],
      }),
    { timeout: 20_000 },
  )
  const request = { steps: stepsOf('orphan-files'), disposition: 'trash' } as const
  const made = (await pages.command(null, 'make-plan', { request, by: 'a test' }))?.answer
  expect(made).toMatchObject({ ok: true, value: { plan: { refusals: [{ code: 'other-steward' }] } } })
  expect(await clean(EVERYTHING)).toMatchObject({ code: 'refused', message })
  expect(captureHome(home)).toEqual(inHome)

  await first.stop()
  expect(await clean(EVERYTHING)).toMatchObject({ state: 'done', failed: 0, skipped: 0 })
  await vi.waitFor(async () => expect(await status()).toMatchObject({ writable: true }), { timeout: 20_000 })
})

it('a home that was changed before is locked from the start on', async () => {
  await first.ask("clean(stepsOf('cron-output'))")
  await pages.stop()
  await second.close()
  await first.stop()
  first = await startOtherSteward(home, join(temp.root, 'data-1'))
  pages = new Collector(settings, { locks: new HomeLocks() })
  expect(await status()).toMatchObject({ writable: false, refusals: [{ code: 'other-steward' }] })
})

it('the link to a parent is not lost while one Steward prunes the parent and another the child', async () => {
  await first.ask("clean(stepsOf('cron-output'))")
  const before = captureHome(home)
  const cleaned = await clean(session('child'))
  const { id } = JSON.parse(await first.ask(`clean(${JSON.stringify(session('parent'))})`))
  // Without the lock, the child came back while its parent was gone, and only the second Steward knew of the link.
  if (cleaned !== null && 'disposition' in cleaned) {
    await second.approve(approvalOf(await lab.restorePlan(cleaned.id), []), OPERATOR)
    await vi.waitFor(() => expect(second.running).toBe(false), { timeout: 20_000 })
  }
  await first.ask(`restore(${JSON.stringify(id)})`)
  expect(captureHome(home)).toEqual(before)
  expect(cleaned).toMatchObject({ code: 'refused' })
})

it('a run that was approved before another Steward locked the home changes nothing', async () => {
  await first.stop()
  const locks = new HomeLocks()
  expect(locks.take({ homePath: home, create: true })).toBeNull()
  const plan = await lab.plan(EVERYTHING, 'trash')
  const before = captureHome(home)
  const other = new HomeLocks()
  const lockRefusal = (path: string) => other.take({ homePath: path, create: true })
  const receiptId = lab.approve(plan)
  await runReceipt({ ...lab.tools, lockRefusal }, lab.home, receiptId)
  expect(readReceipt(lab.store, receiptId)).toMatchObject({
    state: 'partial',
    done: 0,
    failed: plan.totals.act.items,
  })
  expect(captureHome(home)).toEqual(before)
  expect(existsSync(join(home, '.steward-trash'))).toBe(false)
  locks.release()
})
