/** While another Steward has the lock of a home, nothing in it is purged, recorded, found or recovered. */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { otherSteward } from '../../domain/home/lock-refusals.ts'
import { readReceipt, setExpiry } from '../../store/plans/receipts.ts'
import {
  approvalOf,
  type CleanLab,
  cleanLab,
  dataBeside,
  EVERYTHING,
  stepsOf,
} from '../../testing/clean-lab.ts'
import { digestTree } from '../../testing/digest-tree.ts'
import { tinyHome } from '../../testing/presets/tiny-home.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { approvePlan } from './approve-plan.ts'
import { expireKept } from './expire-kept.ts'
import { findReceipts } from './find-receipts.ts'
import { keepRecords } from './keep-records.ts'
import type { RunTools } from './open-run.ts'
import { purge } from './purge.ts'
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

const refusal = otherSteward(null)
const locked = (tools: RunTools): RunTools => ({ ...tools, lockRefusal: () => refusal })

it('trash is neither purged nor expired, and gets no record', async () => {
  const { id, done } = await lab.run(await lab.plan(stepsOf('prune-sessions', 'orphan-files'), 'trash'))
  setExpiry(lab.store, id, Date.now() - 1)
  const record = join(lab.home.path, '.steward-trash', id, 'receipt.jsonl')
  rmSync(record)
  const before = digestTree(lab.home.path)
  keepRecords(locked(lab.tools))
  expect(await purge(locked(lab.tools), { receiptId: id, consent: `delete ${done} from main` })).toEqual({
    ok: false,
    fault: { code: 'refused', message: refusal.message },
  })
  expect(await expireKept(locked(lab.tools))).toEqual([])
  expect(digestTree(lab.home.path)).toEqual(before)

  keepRecords(lab.tools)
  expect(existsSync(record)).toBe(true)
  const other = cleanLab(lab.home.path, join(temp.root, 'other'))
  expect(await findReceipts(locked(other.tools), [lab.home])).toEqual([])
  expect(await findReceipts(other.tools, [lab.home])).toMatchObject([{ id }])
  other.store.close()
  expect(await expireKept(lab.tools)).toMatchObject([{ id }])
})

it('an interrupted run waits until the lock is free', async () => {
  const id = lab.approve(await lab.plan(EVERYTHING, 'trash'))
  await recoverRuns(locked(lab.tools))
  const note = `Not finished yet. ${refusal.message}`
  expect(readReceipt(lab.store, id)).toMatchObject({ state: 'running', note })
  await recoverRuns({ ...lab.tools, homeOf: () => null })
  expect(readReceipt(lab.store, id)?.note).toBe('Not finished yet. Its home is not open here now.')
  await recoverRuns(lab.tools)
  expect(readReceipt(lab.store, id)).toMatchObject({ state: 'rolled-back', note: null })
})

it('never asks for the lock while Steward’s own database is locked', async () => {
  const inTransaction: boolean[] = []
  const lockRefusal = () => {
    inTransaction.push(lab.store.db.inTransaction)
    return null
  }
  const tools = { ...lab.tools, lockRefusal }
  const plan = await lab.plan(EVERYTHING, 'trash')
  const approved = approvePlan(tools, approvalOf(plan, []), 'a test')
  const receiptId = approved.ok ? approved.value.receiptId : ''
  await runReceipt(tools, lab.home, receiptId)
  await recoverRuns(tools)
  keepRecords(tools)
  setExpiry(lab.store, receiptId, Date.now() - 1)
  expect(await expireKept(tools)).toMatchObject([{ id: receiptId }])
  expect(new Set(inTransaction)).toEqual(new Set([false]))
})
