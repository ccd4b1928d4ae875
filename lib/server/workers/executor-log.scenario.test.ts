import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MINUTE_MS } from '../../shared/time.ts'
import { requestStop } from '../../store/plans/receipts.ts'
import { captureLog } from '../../testing/capture-log.ts'
import { approvalOf, type CleanLab, cleanLab, EVERYTHING } from '../../testing/clean-lab.ts'
import { smallHome } from '../../testing/presets/small-home.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { Executor } from './executor.ts'
import { HomeLocks } from './home-locks.ts'

const OPERATOR = { name: 'a test', role: 'operator', via: 'token', address: '127.0.0.1' } as const

let temp: TempHome
let lab: CleanLab
let executor: Executor
let lines: ReturnType<typeof captureLog>

beforeEach(() => {
  temp = tempHome()
  const { path } = smallHome(join(temp.root, 'home'), 'aug', Date.now())
  lab = cleanLab(path, join(temp.root, 'data'))
  executor = executorOf(path)
  lines = captureLog()
})
afterEach(async () => {
  await executor.close()
  lab.store.close()
  temp.cleanup()
})

function executorOf(hermesHome: string): Executor {
  const dataDir = join(temp.root, 'data')
  const settings = { extraHomes: [], demoHome: null, readOnly: false, trashDays: 7, archiveDays: 90 }
  return new Executor({ ...settings, hermesHome, dataDir }, new HomeLocks())
}

async function approve(): Promise<string> {
  const plan = await lab.plan(EVERYTHING, 'trash')
  const approved = await executor.approve(approvalOf(plan, []), OPERATOR)
  return approved.ok ? approved.value.receiptId : ''
}

const messages = () => lines().map(({ message }) => message)
const idle = () => expect.poll(() => executor.running).toBe(false)

/** Steward's own database refuses to write this table. */
const refuseInserts = (table: string) =>
  lab.store.db.exec(
    `CREATE TRIGGER refused BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'refused by a test'); END`,
  )

it('a run is logged when it starts and when it finishes, with its counts', async () => {
  const receipt = await approve()
  await expect.poll(messages).toContain('run finished')
  expect(lines()).toMatchObject([
    { level: 'info', message: 'run started', receipt, home: 'main', kind: 'cleanup' },
    { level: 'info', message: 'run finished', receipt, state: 'done', skipped: 0, failed: 0 },
  ])
  expect(lines()[0]?.items).toBe(lines()[1]?.done)
})

it('a failed run is logged once, however often it is retried, and again when it has ended', async () => {
  refuseInserts('batch')
  const receipt = await approve()
  await idle()
  for (let retry = 0; retry < 2; retry += 1) {
    executor.start()
    await idle()
  }
  const error = expect.stringContaining('refused by a test')
  expect(lines()).toMatchObject([
    { message: 'run started', receipt },
    { level: 'error', message: 'run failed', receipt, home: 'main', kind: 'cleanup', error },
  ])
  lab.store.db.exec('DROP TRIGGER refused')
  executor.start()
  await idle()
  expect(lines().slice(2)).toMatchObject([{ message: 'run finished', receipt, state: 'rolled-back' }])
})

it('a failed run is tried again every minute', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    refuseInserts('batch')
    await approve()
    await idle()
    lab.store.db.exec('DROP TRIGGER refused')
    vi.advanceTimersByTime(MINUTE_MS)
    await expect.poll(messages).toContain('run finished')
    await idle()
  } finally {
    vi.useRealTimers()
  }
})

it('a stopped run is logged as stopped', async () => {
  const receipt = lab.approve(await lab.plan(EVERYTHING, 'trash'))
  requestStop(lab.store, receipt)
  executor.start()
  await idle()
  expect(lines()).toMatchObject([
    { level: 'info', message: 'run stopped', receipt, home: 'main', kind: 'cleanup', done: 0 },
  ])
})

it('a run of a home that is not open is logged once as unfinished', async () => {
  const receipt = lab.approve(await lab.plan(EVERYTHING, 'trash'))
  executor = executorOf(smallHome(join(temp.root, 'other'), 'aug', Date.now()).path)
  for (let retry = 0; retry < 2; retry += 1) {
    executor.start()
    await idle()
  }
  expect(lines()).toMatchObject([
    { level: 'warn', message: 'run not finished, retrying', receipt, home: 'main', kind: 'cleanup' },
  ])
})

it('a missing audit entry is not called a failed run', async () => {
  refuseInserts('audit')
  await approve()
  await expect.poll(messages).toContain('run finished')
  await idle()
  expect(messages()).not.toContain('run failed')
  expect(lines().filter(({ message }) => message === 'audit entry not written')).toMatchObject([
    { level: 'error', event: 'plan-approved' },
    { level: 'error', event: 'run-ended' },
  ])
})

it.each([
  ['approve', 'plan not approved', 'receipt'],
  ['plan-restore', 'restore not planned', 'plan'],
] as const)('a failed %s order is logged as "%s"', async (order, message, table) => {
  const plan = await lab.plan(EVERYTHING, 'trash')
  const receipt = order === 'approve' ? '' : (await lab.run(plan)).id
  refuseInserts(table)
  if (order === 'approve') await executor.approve(approvalOf(plan, []), OPERATOR)
  else await executor.planRestore(receipt, OPERATOR)
  await idle()
  expect(lines()).toMatchObject([
    { level: 'error', message, ...(order === 'approve' ? { plan: plan.id } : { receipt }) },
  ])
})
