/** A process opens the home between preview and run: steps that need Hermes stopped are skipped. */
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DAY_MS } from '../../shared/time.ts'
import { readBatches } from '../../store/plans/journal.ts'
import { captureHome } from '../../testing/capture-home.ts'
import { approvalOf, cleanLab, dataBeside, stepsOf } from '../../testing/clean-lab.ts'
import { makeHome } from '../../testing/make-home.ts'
import { tinyHome } from '../../testing/presets/tiny-home.ts'
import { type LineChild, startWriter } from '../../testing/processes/line-child.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { HomeMemory } from '../observe/home-memory.ts'
import { HomeObserver } from '../observe/home-observer.ts'
import { makeHomePlan } from '../plan/make-plan.ts'
import { approvePlan } from './approve-plan.ts'
import { runReceipt } from './run-plan.ts'

let temp: TempHome
let other: LineChild | null = null
beforeEach(() => {
  temp = tempHome()
})
afterEach(async () => {
  await other?.stop()
  other = null
  temp.cleanup()
})

it.each(['trash', 'archive', 'delete'] as const)('%s leaves projects of the shared store', async (how) => {
  const home = tinyHome(temp.path, Date.now()).path
  const lab = cleanLab(home, dataBeside(home))
  const before = captureHome(home).checkpoints
  const steps = stepsOf('checkpoints').map((step) => ({ ...step, temporaryPacks: false }))
  const plan = await lab.plan(steps, how)
  other = await startWriter(join(home, 'state.db'))
  const receipt = await lab.run(plan)
  const projects = readBatches(lab.store, receipt.id).flatMap(({ items }) =>
    items.flatMap(({ kind, outcome }) => (kind === 'project' ? [outcome] : [])),
  )
  expect(projects).toEqual([
    {
      kind: 'skipped',
      code: 'in-use',
      message: expect.stringMatching(
        /\(\d+\) is running\. The shared store is only cleaned while Hermes is stopped\. It was left as it is\.$/,
      ),
    },
  ])
  expect(captureHome(home).checkpoints).toEqual(before)
  lab.store.close()
})

it('a silent session stays open when a process returns that may own it', async () => {
  // The process is older than the session's last message but opens the database only after the plan.
  other = await startWriter(join(temp.root, 'elsewhere.db'))
  const nowMs = Date.now()
  makeHome({
    path: temp.path,
    era: 'aug',
    nowMs,
    sessions: [
      { id: 'silent', source: 'cli', startedMs: nowMs, lastMessageMs: nowMs, messages: 2 },
      { id: 'chat', source: 'telegram', startedMs: nowMs, lastMessageMs: nowMs, messages: 2 },
    ],
  })
  const lab = cleanLab(temp.path, dataBeside(temp.path))
  const inTenDays = () => Date.now() + 10 * DAY_MS
  const observer = new HomeObserver(lab.home, new HomeMemory(lab.store, temp.path), {
    readOnly: false,
    clock: inTenDays,
  })
  const tools = { ...lab.tools, now: inTenDays }
  const request = { steps: stepsOf('close-leaked'), disposition: 'trash' } as const
  const made = await makeHomePlan(observer, { request, by: 'a test' }, tools)
  if (!made.ok) throw new Error(made.fault.code)
  expect(made.value.plan.totals.act.items).toBe(2)
  await other.ask(`globalThis.held = new db.constructor(${JSON.stringify(join(temp.path, 'state.db'))}); 1`)
  await other.ask('held.prepare("SELECT count(*) FROM sessions").pluck().get()')
  const approved = approvePlan(tools, approvalOf(made.value.plan, []), 'a test')
  if (!approved.ok) throw new Error(approved.fault.message)
  await runReceipt(tools, lab.home, approved.value.receiptId)
  const outcomes = readBatches(lab.store, approved.value.receiptId).flatMap(({ items }) =>
    items.map(({ target, outcome }) => [target.kind === 'leak' ? target.sessionId : '', outcome]),
  )
  expect(Object.fromEntries(outcomes)).toEqual({
    silent: {
      kind: 'skipped',
      code: 'now-protected',
      message: expect.stringMatching(/was running when it was last active and may own it/),
    },
    chat: { kind: 'done', freedBytes: 0 },
  })
  lab.store.close()
})
