/**
 * Runs on a really full disk: home and data folder are on a small file system with only a few bytes left, so
 * that git, SQLite and every write hit its limit somewhere. Then space is freed again.
 */
import type { Disposition } from '../../domain/plan/action.ts'
import { runOnSmallDisk } from '../processes/other-process.ts'

export type FullDiskRun = {
  readonly left: number
  /** How far it got before the space ran out. */
  readonly ending: 'not begun' | 'left to the next start' | 'partly done' | 'done'
  readonly wrong: readonly string[]
}

/** `lefts`: bytes left free, one run for each. */
export const runOnFullDisk = (
  folder: string,
  disposition: Disposition,
  lefts: readonly number[],
): readonly FullDiskRun[] => runOnSmallDisk(folder, SCRIPT(disposition, lefts), 8) as readonly FullDiskRun[]

/** What a script on a small disk needs. `home` and `data` are on it. */
export const FULL_DISK_TOOLS = `
  const fs = await import('node:fs')
  const { execFileSync } = await import('node:child_process')
  const { approvalOf, cleanLab, EVERYTHING } = await load('lib/testing/clean-lab.ts')
  const { tinyHome } = await load('lib/testing/presets/tiny-home.ts')
  const { captureHome } = await load('lib/testing/capture-home.ts')
  const { crashSafetyProblems } = await load('lib/testing/torture/crash-safety.ts')
  const { approvePlan } = await load('lib/service/run/approve-plan.ts')
  const { recoverRuns } = await load('lib/service/run/recover-runs.ts')
  const { runReceipt } = await load('lib/service/run/run-plan.ts')
  const { readBatches } = await load('lib/store/plans/journal.ts')
  const { readReceipt } = await load('lib/store/plans/receipts.ts')
  const disk = process.env.DISK
  const [home, data] = [disk + '/home', disk + '/data']
  const fill = (left) => {
    const file = fs.openSync(disk + '/fill', 'a')
    try { for (;;) fs.writeSync(file, Buffer.alloc(4096)) } catch {}
    fs.closeSync(file)
    if (left > 0) fs.truncateSync(disk + '/fill', Math.max(0, fs.statSync(disk + '/fill').size - left))
  }
  const makeRoom = () => fs.rmSync(disk + '/fill', { force: true })
`

const SCRIPT = (disposition: Disposition, lefts: readonly number[]): string => `${FULL_DISK_TOOLS}
  const origin = disk + '-origin'
  tinyHome(origin, Date.now())
  const runs = []
  for (const left of ${JSON.stringify(lefts)}) {
    for (const place of [home, data]) fs.rmSync(place, { recursive: true, force: true })
    execFileSync('cp', ['-a', origin, home])
    const before = captureHome(home)
    const lab = cleanLab(home, data)
    const plan = await lab.plan(EVERYTHING, '${disposition}')
    fill(left)
    let ending = 'not begun'
    let receiptId = null
    try {
      const approved = approvePlan(lab.tools, approvalOf(plan, []), 'a full disk')
      if (!approved.ok) throw new Error(approved.fault.message)
      receiptId = approved.value.receiptId
      ending = 'left to the next start'
      await runReceipt(lab.tools, lab.home, receiptId)
      const { state } = readReceipt(lab.store, receiptId)
      if (state !== 'running') ending = state === 'done' ? 'done' : 'partly done'
    } catch (error) {
      if (error.code === undefined || String(error.code).startsWith('ERR_')) throw error
    }
    lab.store.close()
    makeRoom()
    const again = cleanLab(home, data)
    await recoverRuns(again.tools)
    const same = JSON.stringify(captureHome(home).files) === JSON.stringify(before.files)
    const wrong = receiptId === null
      ? (same ? [] : ['not begun, and the home is another'])
      : await crashSafetyProblems(again, receiptId, before, { temporaryFiles: false })
    again.store.close()
    runs.push({ left, ending, wrong })
  }
  console.log(JSON.stringify(runs))
`
