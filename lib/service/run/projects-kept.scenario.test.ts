/** Histories of checkpoints in the trash: counted, purged, and their space freed, or the reason why not yet. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Disposition } from '../../domain/plan/action.ts'
import { measureTree } from '../../execute/files/measure-tree.ts'
import { measureTrash } from '../../execute/files/purge-trash.ts'
import { TRASH } from '../../execute/files/resolve-path.ts'
import { DAY_MS, HOUR_MS } from '../../shared/time.ts'
import { readItemPage } from '../../store/plans/plan-items.ts'
import { readReceipt, type StoredReceipt, setExpiry } from '../../store/plans/receipts.ts'
import { captureHome } from '../../testing/capture-home.ts'
import { type CleanLab, cleanLab, dataBeside, stepsOf } from '../../testing/clean-lab.ts'
import { git } from '../../testing/home/git.ts'
import { makeHome } from '../../testing/make-home.ts'
import { type LineChild, startWriter } from '../../testing/processes/line-child.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { expireKept } from './expire-kept.ts'
import type { RunTools } from './open-run.ts'
import { planRestore } from './plan-restore.ts'
import { purge } from './purge.ts'

const BYTES = 120_000

let temp: TempHome
let lab: CleanLab
let tools: RunTools
let store: string
let tip: string
let other: LineChild | null = null
beforeEach(() => {
  temp = tempHome()
  const nowMs = Date.now()
  const v2 = { layout: 'v2', touchedMs: nowMs - 70 * DAY_MS, commits: 2, bytesPerCommit: BYTES / 2 } as const
  const { path, checkpointIds } = makeHome({
    path: temp.path,
    era: 'aug',
    nowMs,
    checkpoints: [
      { ...v2, name: 'gone', workdir: 'orphan' },
      { ...v2, name: 'here', workdir: 'present', touchedMs: nowMs - DAY_MS },
    ],
  })
  lab = cleanLab(path, dataBeside(path))
  // Past git's grace period for recent objects.
  tools = { ...lab.tools, now: () => Date.now() + 3 * HOUR_MS }
  store = join(path, 'checkpoints', 'store')
  tip = inStore('rev-parse', `refs/hermes/${checkpointIds.get('gone')}`)
})
afterEach(async () => {
  await other?.stop()
  other = null
  lab.store.close()
  temp.cleanup()
})

const inStore = (...args: string[]): string => git(args, { gitDir: store, atMs: Date.now() })
const storeBytes = (): number => measureTree(store)?.bytes ?? 0
const receiptNow = ({ id }: StoredReceipt) => readReceipt(lab.store, id)

function hasHistory(): boolean {
  try {
    inStore('cat-file', '-e', tip)
    return true
  } catch {
    // Git says that it does not know the commit.
    return false
  }
}

const planned = (disposition: Disposition) => lab.plan(stepsOf('checkpoints'), disposition)

const taken = async (disposition: Disposition) => lab.run(await planned(disposition))

/** The restore plan's verdict on the project, or the code of the reason it cannot be restored. */
async function restoreOutcome({ id }: StoredReceipt): Promise<string | undefined> {
  const restore = await planRestore(lab.tools, id, 'a test')
  if (!restore.ok) return restore.fault.code
  const all = { verdict: null, reason: null, step: null, together: null, q: null, cursor: null, limit: 10 }
  const page = readItemPage(lab.store, restore.value.planId, all)
  const [item] = page?.ok ? page.value.items : []
  return item?.verdict === 'keep' ? item.reason.code : item?.verdict
}

it('trashed histories take the space git reports, and can be restored', async () => {
  const before = captureHome(lab.home.path)
  const receipt = await taken('trash')
  const histories = Number(
    inStore(
      'rev-list',
      '--objects',
      '--disk-usage',
      '--glob=refs/steward-trash/*',
      '--not',
      '--glob=refs/hermes/*',
    ),
  )
  expect(histories).toBeGreaterThan(BYTES)
  expect(receipt.keptBytes).toBe(measureTrash(lab.home.path, receipt.id) + histories)
  expect(await restoreOutcome(receipt)).toBe('act')
  await lab.restore(receipt.id)
  expect(captureHome(lab.home.path)).toEqual(before)
  expect(receiptNow(receipt)?.keptBytes).toBeLessThan(histories)
})

it('histories can be restored even if their files could not be moved to the trash', async () => {
  const before = captureHome(lab.home.path)
  const inTheWay = join(lab.home.path, TRASH)
  writeFileSync(inTheWay, '')
  const receipt = await taken('trash')
  rmSync(inTheWay)
  expect(receipt).toMatchObject({ state: 'done', done: 1 })
  expect(await restoreOutcome(receipt)).toBe('act')
  await lab.restore(receipt.id)
  expect(captureHome(lab.home.path)).toEqual(before)
})

it('purged histories are gone from the disk, and no plan offers to restore them', async () => {
  const receipt = await taken('trash')
  const full = storeBytes()
  const consent = `delete ${receipt.done} from main`
  expect(await purge(tools, { receiptId: receipt.id, consent })).toEqual({
    ok: true,
    value: { freedBytes: receipt.keptBytes },
  })
  expect(hasHistory()).toBe(false)
  expect(full - storeBytes()).toBeGreaterThan(BYTES)
  expect(receiptNow(receipt)).toMatchObject({ keptBytes: 0, note: null })
  expect(await restoreOutcome(receipt)).toBe('not-kept')
})

it('no plan offers to restore histories of an expired archive', async () => {
  const receipt = await taken('archive')
  setExpiry(lab.store, receipt.id, Date.now() - 1)
  expect(await expireKept(tools)).toHaveLength(1)
  expect(await restoreOutcome(receipt)).toBe('not-kept')
})

it('histories that expire while Hermes is running take space until it stops, and the receipt says so', async () => {
  const receipt = await taken('trash')
  setExpiry(lab.store, receipt.id, Date.now() - 1)
  other = await startWriter(join(lab.home.path, 'state.db'))
  expect(await expireKept(tools)).toEqual([])
  expect(receiptNow(receipt)).toMatchObject({
    note: 'The space of checkpoints is not freed yet. Hermes is running. A later run frees the space.',
  })
  expect(receiptNow(receipt)?.keptBytes).toBeGreaterThan(BYTES)
  expect(await restoreOutcome(receipt)).toBe('not-kept')
  await other.stop()
  expect(await expireKept(tools)).toHaveLength(1)
  expect(hasHistory()).toBe(false)
  expect(receiptNow(receipt)).toMatchObject({ keptBytes: 0, note: null })
})

it('histories that git cannot remove are retried', async () => {
  const receipt = await taken('trash')
  setExpiry(lab.store, receipt.id, Date.now() - 1)
  const lock = join(store, 'packed-refs.lock')
  writeFileSync(lock, '')
  expect(await expireKept(tools)).toEqual([])
  expect(receiptNow(receipt)?.keptBytes).toBeGreaterThan(BYTES)
  expect(receiptNow(receipt)?.note).toMatch(/^Git failed/)
  rmSync(lock)
  expect(await expireKept(tools)).toHaveLength(1)
  expect(hasHistory()).toBe(false)
})

it('histories deleted while a git may be running free nothing yet, and the receipt says why', async () => {
  const plan = await planned('delete')
  mkdirSync(join(store, 'indexes'), { recursive: true })
  const lock = join(store, 'indexes', 'somebody.lock')
  writeFileSync(lock, '')
  const receipt = await lab.run(plan)
  expect(receipt).toMatchObject({ state: 'done', done: 1 })
  expect(existsSync(lock) && hasHistory()).toBe(true)
  expect(receipt.note).toBe(
    'The space of checkpoints is not freed yet. Another git process may be using the store. A later run frees the space.',
  )
})
