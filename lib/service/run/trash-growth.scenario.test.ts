/** A cleanup to the trash, its restore and its purge, seen by the scans before and after. */
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { consentPhrase } from '../../domain/plan/words.ts'
import type { StorageReport } from '../../domain/storage/storage-report.ts'
import { HOUR_MS } from '../../shared/time.ts'
import { type CleanLab, cleanLab, stepsOf } from '../../testing/clean-lab.ts'
import { smallHome } from '../../testing/presets/small-home.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { HomeMemory } from '../observe/home-memory.ts'
import { HomeObserver } from '../observe/home-observer.ts'
import { readStorage } from '../reports/read-storage.ts'
import { purge } from './purge.ts'

let temp: TempHome
let lab: CleanLab
let observer: HomeObserver
let nowMs: number

beforeEach(() => {
  temp = tempHome()
  nowMs = Date.now()
  lab = cleanLab(smallHome(temp.path, 'aug', nowMs).path, join(temp.root, 'data'), () => nowMs)
})
afterEach(() => {
  observer.stop()
  lab.store.close()
  temp.cleanup()
})

/** Three days in which nothing changed. */
async function watch(wasOld: boolean): Promise<void> {
  const memory = new HomeMemory(lab.store, lab.home.path)
  observer = new HomeObserver(lab.home, memory, { store: lab.store, readOnly: false, clock: () => nowMs })
  const { trash = 0, ...others } = bytesOf(await report())
  const then = wasOld ? { ...others, unknown: (others.unknown ?? 0) + trash } : { ...others, trash }
  for (let hour = 0; hour <= 72; hour += 1)
    memory.recordStorage({ atMs: nowMs - hour * HOUR_MS, classes: then })
}

/** Scanned and sampled five hours later. */
async function report(): Promise<StorageReport> {
  nowMs += 5 * HOUR_MS
  await observer.countAgain()
  return readStorage(observer, null, { store: lab.store, now: () => nowMs })
}

async function reportLater(): Promise<StorageReport> {
  for (let scans = 0; scans < 4; scans += 1) await report()
  return report()
}

const bytesOf = ({ classes }: StorageReport): Record<string, number> =>
  Object.fromEntries(classes.map(({ id, bytes }) => [id, bytes]))

/** Classes that changed by more than a few folders a day, of which some take blocks of their own. */
const growing = ({ classes, forecast }: StorageReport) => [
  ...classes
    .filter(({ growthBytesPerDay }) => Math.abs(growthBytesPerDay ?? 0) > FOLDERS)
    .map(({ id }) => id),
  ...(Math.abs(forecast.growthBytesPerDay ?? Infinity) > FOLDERS ? ['the home'] : []),
]
const FOLDERS = 25_000

it('a cleanup to the trash, its restore and its purge are no growth, and only the purge changes the size', async () => {
  await watch(false)
  const before = await report()
  const receipt = await lab.run(await lab.plan(FILES, 'trash'))
  expect(receipt.keptBytes).toBeGreaterThan(400_000)
  const cleaned = await reportLater()
  expect(bytesOf(cleaned).trash).toBeGreaterThanOrEqual(receipt.keptBytes)
  expect(bytesOf(cleaned).unknown).toBe(bytesOf(before).unknown)
  expect(Math.abs((cleaned.homeBytes ?? 0) - (before.homeBytes ?? 0))).toBeLessThan(2 * FOLDERS)
  expect(growing(cleaned)).toEqual([])
  expect(cleaned.classes.find(({ id }) => id === 'trash')).toMatchObject({
    growthBytesPerDay: null,
    reclaimableBytes: 0,
  })

  await lab.restore(receipt.id)
  expect(growing(await reportLater())).toEqual([])

  const again = await lab.run(await lab.plan(FILES, 'trash'))
  const full = await reportLater()
  const consent = consentPhrase(again.done, 'main')
  expect(await purge(lab.tools, { receiptId: again.id, consent })).toMatchObject({ ok: true })
  const emptied = await reportLater()
  expect(bytesOf(emptied).trash).toBeLessThan(2 * FOLDERS)
  expect((full.homeBytes ?? 0) - (emptied.homeBytes ?? 0)).toBeGreaterThanOrEqual(again.keptBytes)
  expect(growing(emptied)).toEqual([])
})

it('the first scan that knows the trash is no growth', async () => {
  const receipt = await lab.run(await lab.plan(FILES, 'trash'))
  await watch(true)
  const known = await reportLater()
  expect(bytesOf(known).trash).toBeGreaterThanOrEqual(receipt.keptBytes)
  expect(growing(known)).toEqual([])
  expect(known.forecast).toMatchObject({ freedBytes: 0, restoredBytes: 0 })
})

const FILES = stepsOf('prune-files')
