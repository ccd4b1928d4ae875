import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { readReceipt } from '../../store/plans/receipts.ts'
import { cleanLab, EVERYTHING } from '../../testing/clean-lab.ts'
import { smallHome } from '../../testing/presets/small-home.ts'
import { tempHome } from '../../testing/temp-home.ts'
import { Executor } from './executor.ts'
import { HomeLocks } from './home-locks.ts'

const temp = tempHome()
const { path } = smallHome(join(temp.root, 'home'), 'aug', Date.now())
const dataDir = join(temp.root, 'data')
const lab = cleanLab(path, dataDir)
const executor = new Executor(
  {
    hermesHome: path,
    extraHomes: [],
    dataDir,
    demoHome: null,
    readOnly: false,
    trashDays: 7,
    archiveDays: 90,
  },
  new HomeLocks(),
)
afterAll(async () => {
  await executor.close()
  lab.store.close()
  temp.cleanup()
})

const operator = {
  name: 'a test',
  role: 'operator',
  via: 'token',
  address: '127.0.0.1',
} as const
const resting = () => vi.waitFor(() => expect(executor.running).toBe(false), { timeout: 20_000 })

it('its thread ends when idle, and the next order starts a new one', async () => {
  executor.start()
  expect(executor.running).toBe(true)
  await resting()
  expect(await executor.stop('nothing of this name', operator)).toBe(false)
  await resting()
})

it('orders sent while the thread is ending are all answered', async () => {
  for (let round = 0; round < 20; round += 1) {
    const orders = Array.from({ length: 5 }, () => executor.stop('nothing of this name', operator))
    expect(await Promise.all(orders)).toEqual([false, false, false, false, false])
    if (round % 4 === 3) await resting()
  }
})

it('an approved run finishes before the thread ends', async () => {
  const plan = await lab.plan(EVERYTHING, 'trash')
  expect(plan.totals.act.items).toBeGreaterThan(0)
  const answer = await executor.approve(
    { planId: plan.id, digest: plan.digest, except: [], consent: null },
    operator,
  )
  expect(answer).toMatchObject({ ok: true })
  await resting()
  const receipt = answer.ok ? readReceipt(lab.store, answer.value.receiptId) : null
  expect(receipt).toMatchObject({ done: plan.totals.act.items, failed: 0 })
})
