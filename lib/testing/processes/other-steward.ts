/** Another Steward in a process of its own: a real executor and the locks of its homes. */
import { pathToFileURL } from 'node:url'
import { PROJECT_ROOT } from '../paths.ts'
import { type LineChild, startLineChild } from './line-child.ts'

/** Each line is JavaScript with `lab`, `executor`, `clean(steps)` and `restore(receiptId)`, and answers as JSON. */
export const startOtherSteward = (homePath: string, dataDir: string): Promise<LineChild> =>
  startLineChild(process.execPath, ['--no-warnings', '-e', SCRIPT, homePath, dataDir])

const SCRIPT = `(async () => {
const load = (path) => import(new URL(path, ${JSON.stringify(`${pathToFileURL(PROJECT_ROOT).href}/`)}).href)
const [, hermesHome, dataDir] = process.argv
const { approvalOf, cleanLab, EVERYTHING, stepsOf } = await load('lib/testing/clean-lab.ts')
const { Executor } = await load('lib/server/workers/executor.ts')
const { HomeLocks } = await load('lib/server/workers/home-locks.ts')
const { readPlan } = await load('lib/store/plans/plans.ts')
const { readReceipt } = await load('lib/store/plans/receipts.ts')
const lab = cleanLab(hermesHome, dataDir)
const settings = { extraHomes: [], demoHome: null, readOnly: false, trashDays: 7, archiveDays: 90 }
const executor = new Executor({ ...settings, hermesHome, dataDir }, new HomeLocks())
const BY = { name: 'another', role: 'operator', via: 'token', address: '127.0.0.1' }
const run = async (plan) => {
  const approved = await executor.approve(approvalOf(plan, []), BY)
  if (!approved.ok) return approved.fault
  while (readReceipt(lab.store, approved.value.receiptId).state === 'running')
    await new Promise((resolve) => setTimeout(resolve, 5))
  return readReceipt(lab.store, approved.value.receiptId)
}
const clean = async (steps) => run(await lab.plan(steps, 'trash'))
const restore = async (id) => run(await lab.restorePlan(id))
executor.start()
console.log('ready')
require('node:readline').createInterface({ input: process.stdin }).on('line', async (line) => {
  console.log(JSON.stringify((await eval(line)) ?? null))
})
})()`
