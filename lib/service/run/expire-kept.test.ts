/** Trash and archives expire according to the setting and not before. */
import { execFileSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Disposition } from '../../domain/plan/action.ts'
import { DAY_MS } from '../../shared/time.ts'
import { readReceipt } from '../../store/plans/receipts.ts'
import { captureHome } from '../../testing/capture-home.ts'
import { approvalOf, type CleanLab, cleanLab, EVERYTHING } from '../../testing/clean-lab.ts'
import { tinyHome } from '../../testing/presets/tiny-home.ts'
import { mountDisk, ONLY_ROOT_MOUNTS } from '../../testing/processes/mount-disk.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { approvePlan } from './approve-plan.ts'
import { expireKept } from './expire-kept.ts'
import type { RunTools } from './open-run.ts'
import { runReceipt } from './run-plan.ts'

const WEEK = { trash: 7 * DAY_MS, archive: 7 * DAY_MS }

let temp: TempHome
let lab: CleanLab
beforeEach(() => {
  temp = tempHome()
  lab = cleanLab(tinyHome(temp.path, Date.now()).path, join(temp.root, 'data'))
})
afterEach(() => {
  lab.store.close()
  temp.cleanup()
})

async function cleaned(disposition: Disposition, keptMs: RunTools['keptMs'] = WEEK) {
  const tools = { ...lab.tools, keptMs }
  const plan = await lab.plan(EVERYTHING, disposition)
  const approved = approvePlan(tools, approvalOf(plan, []), 'a test')
  if (!approved.ok) throw new Error(approved.fault.message)
  await runReceipt(tools, lab.home, approved.value.receiptId)
  const receipt = readReceipt(lab.store, approved.value.receiptId)
  if (receipt === null) throw new Error('no receipt')
  return receipt
}

/** The same clock, so much later. */
const after = (ms: number): RunTools => ({ ...lab.tools, now: () => Date.now() + ms })

const folderOf = (disposition: Disposition, id: string): string =>
  disposition === 'trash'
    ? join(lab.home.path, '.steward-trash', id)
    : join(lab.tools.dataDir, 'archives', id)

const trashRefs = (): string[] =>
  execFileSync(
    'git',
    [
      '--git-dir',
      join(lab.home.path, 'checkpoints/store'),
      'for-each-ref',
      '--format=%(refname)',
      'refs/steward-trash',
    ],
    { encoding: 'utf8' },
  )
    .split('\n')
    .filter(Boolean)

it.each(['trash', 'archive'] as const)('the %s of a run expires on time', async (disposition) => {
  const receipt = await cleaned(disposition)
  const folder = folderOf(disposition, receipt.id)
  const home = captureHome(lab.home.path)
  expect(await expireKept(after(7 * DAY_MS - 60_000))).toEqual([])
  expect(existsSync(folder)).toBe(true)
  expect((await lab.restorePlan(receipt.id)).totals.act.items).toBe(receipt.done)
  expect(await expireKept(after(7 * DAY_MS))).toMatchObject([{ id: receipt.id }])
  expect(existsSync(folder)).toBe(false)
  expect(trashRefs()).toEqual([])
  expect(captureHome(lab.home.path)).toEqual(home)
  expect(readReceipt(lab.store, receipt.id)).toMatchObject({
    keptBytes: 0,
    freedBytes: (receipt.freedBytes ?? 0) + receipt.keptBytes,
  })
  expect(await expireKept(after(7 * DAY_MS))).toEqual([])
})

it.each(['trash', 'archive'] as const)('set to 0, the %s is kept until it is purged', async (disposition) => {
  const receipt = await cleaned(disposition, { ...WEEK, [disposition]: null })
  expect(receipt.expiresAtMs).toBeNull()
  expect(await expireKept(after(3_650 * DAY_MS))).toEqual([])
  expect(existsSync(folderOf(disposition, receipt.id))).toBe(true)
  expect(trashRefs()).toHaveLength(disposition === 'trash' ? 1 : 0)
})

it('the trash of an unavailable home expires once the home is back', async () => {
  const receipt = await cleaned('trash')
  const later = after(30 * DAY_MS)
  expect(await expireKept({ ...later, homeOf: () => null })).toEqual([])
  const moved = { ...lab.home, path: `${lab.home.path}-elsewhere` }
  expect(await expireKept({ ...later, homeOf: () => moved })).toEqual([])
  expect(existsSync(folderOf('trash', receipt.id))).toBe(true)
  expect(readReceipt(lab.store, receipt.id)?.keptBytes).toBe(receipt.keptBytes)
  expect(await expireKept(later)).toHaveLength(1)
})

it('trash in which a disk is mounted stays, says why, and expires once it is unmounted', async ({ skip }) => {
  const receipt = await cleaned('trash')
  const folder = join(folderOf('trash', receipt.id), 'files', 'sessions')
  const disk = mountDisk(folder)
  if (disk === null) return skip(ONLY_ROOT_MOUNTS)
  try {
    writeFileSync(join(folder, 'not ours'), '')
    expect(await expireKept(after(8 * DAY_MS))).toEqual([])
    expect(existsSync(join(folder, 'not ours'))).toBe(true)
    expect(readReceipt(lab.store, receipt.id)?.note).toContain('A disk is mounted in it')
  } finally {
    disk.unmount()
  }
  expect(await expireKept(after(8 * DAY_MS))).toHaveLength(1)
  expect(readReceipt(lab.store, receipt.id)).toMatchObject({ keptBytes: 0, note: null })
})

it('a history of the shared checkpoint store that git cannot remove yet is retried', async () => {
  const receipt = await cleaned('trash')
  const [ref = ''] = trashRefs()
  expect(ref).toContain(receipt.id)
  const lock = join(lab.home.path, 'checkpoints/store', `${ref}.lock`)
  writeFileSync(lock, '')
  expect(await expireKept(after(8 * DAY_MS))).toEqual([])
  expect(trashRefs()).toEqual([ref])
  expect(readReceipt(lab.store, receipt.id)?.keptBytes).toBeGreaterThan(0)
  rmSync(lock)
  expect(await expireKept(after(8 * DAY_MS))).toHaveLength(1)
  expect(trashRefs()).toEqual([])
})
