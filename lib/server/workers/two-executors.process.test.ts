/**
 * Two servers on one data folder: while the first one works, the second shows everything and changes nothing.
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { readBatches } from '../../store/plans/journal.ts'
import { readPlan } from '../../store/plans/plans.ts'
import { readReceipt, runningReceipts } from '../../store/plans/receipts.ts'
import { captureHome } from '../../testing/capture-home.ts'
import { approvalOf, cleanLab, EVERYTHING } from '../../testing/clean-lab.ts'
import { tinyHome } from '../../testing/presets/tiny-home.ts'
import { startScript } from '../../testing/processes/other-process.ts'
import { tempHome } from '../../testing/temp-home.ts'
import { Executor } from './executor.ts'
import { HomeLocks } from './home-locks.ts'

const temp = tempHome()
let first: ChildProcess | null = null
afterEach(async () => {
  if (first !== null && first.exitCode === null && first.signalCode === null) {
    const exit = once(first, 'exit')
    first.kill('SIGKILL')
    await exit
  }
  temp.cleanup()
})

/** Blocks forever at the point where everything is saved and nothing is removed yet. */
const FIRST = `
  const { approvalOf, cleanLab, EVERYTHING } = await load('lib/testing/clean-lab.ts')
  const { approvePlan } = await load('lib/service/run/approve-plan.ts')
  const { runReceipt } = await load('lib/service/run/run-plan.ts')
  const { makeExecutorLock } = await load('lib/store/executor-lock.ts')
  const { writeSync } = await import('node:fs')
  const { HOME_PATH, DATA } = process.env
  const lab = cleanLab(HOME_PATH, DATA)
  globalThis.lock = makeExecutorLock(DATA)
  if (!globalThis.lock.take()) throw new Error('it is locked')
  const plan = await lab.plan(EVERYTHING.filter(({ action }) => action === 'prune-sessions'), 'trash')
  const { value } = approvePlan(lab.tools, approvalOf(plan, []), 'the first one')
  const { db } = lab.store
  const prepare = db.prepare.bind(db)
  db.prepare = (sql) => {
    if (!sql.includes("state = 'acting'")) return prepare(sql)
    writeSync(1, 'saved\\n')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  }
  await runReceipt(lab.tools, lab.home, value.receiptId)
`

it('the second leaves the first’s run alone, says why, and recovers it if the first is killed', async () => {
  const home = tinyHome(temp.path, Date.now()).path
  const dataDir = join(temp.root, 'data')
  const before = captureHome(home)
  first = await startScript(FIRST, { HOME_PATH: home, DATA: dataDir })
  const lab = cleanLab(home, dataDir)
  const [running] = runningReceipts(lab.store)
  const id = running?.id ?? 'none'
  const bundle = join(home, '.steward-trash', id, '1.tar.zst')
  const batch = () => readBatches(lab.store, id)[0]?.state

  const second = new Executor(
    {
      hermesHome: home,
      extraHomes: [],
      dataDir,
      demoHome: null,
      readOnly: false,
      trashDays: 7,
      archiveDays: 90,
    },
    new HomeLocks(),
  )
  const resting = () => vi.waitFor(() => expect(second.running).toBe(false), { timeout: 20_000 })
  const operator = { name: 'a test', role: 'operator', via: 'token', address: '127.0.0.1' } as const
  second.start()
  await resting()
  expect([batch(), existsSync(bundle)]).toEqual(['saving', true])
  expect(statSync(join(dataDir, 'executor.lock')).mode & 0o777).toBe(0o600)

  const files = await lab.plan(
    EVERYTHING.filter(({ action }) => action === 'orphan-files'),
    'trash',
  )
  const refused = await second.approve(approvalOf(files, []), operator)
  expect(refused).toMatchObject({
    ok: false,
    fault: { code: 'unavailable', message: expect.stringContaining('Another Steward works with this data') },
  })
  await resting()
  expect([batch(), existsSync(bundle)]).toEqual(['saving', true])

  const exit = once(first, 'exit')
  first.kill('SIGKILL')
  await exit
  second.start()
  await resting()
  expect(readReceipt(lab.store, id)?.state).toBe('rolled-back')
  expect(existsSync(bundle)).toBe(false)
  expect(await second.approve(approvalOf(files, []), operator)).toMatchObject({ ok: true })
  await resting()
  await lab.restore(readPlan(lab.store, files.id, Date.now())?.receiptId ?? 'none')
  expect(captureHome(home)).toEqual(before)
  await second.close()
})
