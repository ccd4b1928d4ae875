/** The executor's thread ends in the middle of a run: the server lives on, and the run settles by itself. */
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { afterAll, expect, it, vi } from 'vitest'
import { batchesUnderWay } from '../../store/plans/journal.ts'
import { readReceipt } from '../../store/plans/receipts.ts'
import { captureHome } from '../../testing/capture-home.ts'
import { approvalOf, cleanLab, EVERYTHING } from '../../testing/clean-lab.ts'
import { smallHome } from '../../testing/presets/small-home.ts'
import { tempHome } from '../../testing/temp-home.ts'
import { Executor } from './executor.ts'
import { HomeLocks } from './home-locks.ts'

const temp = tempHome()
const { path } = smallHome(temp.path, 'aug', Date.now())
const dataDir = join(temp.root, 'data')
const lab = cleanLab(path, dataDir)
const settings = { hermesHome: path, extraHomes: [], dataDir, demoHome: null, readOnly: false }
const locks = new HomeLocks()
const executor = new Executor({ ...settings, trashDays: 7, archiveDays: 90 }, locks)
const workers: Worker[] = []
const keep = (worker: Worker) => void workers.push(worker)
process.on('worker', keep)
afterAll(async () => {
  process.off('worker', keep)
  await executor.close()
  locks.release()
  lab.store.close()
  temp.cleanup()
})

const BY = { name: 'a test', role: 'operator', via: 'token', address: '127.0.0.1' } as const

it('while it removes sessions', async () => {
  const before = captureHome(path)
  const plan = await lab.plan(EVERYTHING, 'trash')
  // Another writer stops the run exactly where everything is saved and nothing is removed.
  const hermes = new Database(join(path, 'state.db'))
  hermes.exec('BEGIN IMMEDIATE')
  const approved = await executor.approve(approvalOf(plan, []), BY)
  const receiptId = approved.ok ? approved.value.receiptId : ''
  const isActing = () =>
    batchesUnderWay(lab.store).some(({ kind, state }) => kind === 'session' && state === 'acting')
  await vi.waitFor(() => expect(isActing()).toBe(true), { timeout: 20_000 })
  await workers.at(-1)?.terminate()
  hermes.exec('ROLLBACK')
  hermes.close()
  const settled = () => readReceipt(lab.store, receiptId)
  await vi.waitFor(() => expect(settled()?.state).toBe('partial'), { timeout: 20_000 })
  const { done, skipped, failed, total } = settled() ?? { done: 0, skipped: 0, failed: 0, total: -1 }
  expect({ failed, sum: done + skipped }).toEqual({ failed: 0, sum: total })
  expect(skipped).toBeGreaterThan(0)
  await vi.waitFor(() => expect(executor.running).toBe(false), { timeout: 20_000 })
  expect(await lab.restore(receiptId)).toMatchObject({ failed: 0, skipped: 0 })
  expect(captureHome(path)).toEqual(before)
})
