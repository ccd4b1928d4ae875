import { cpSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { Disposition } from '../../domain/plan/action.ts'
import { readAuditPage } from '../../store/access/audit.ts'
import { rememberHome } from '../../store/homes.ts'
import { readReceipt } from '../../store/plans/receipts.ts'
import { readCounterSamples, recordCounterSample } from '../../store/samples/counter-samples.ts'
import { readPrunedUsage } from '../../store/samples/pruned-usage.ts'
import { countTokens, readTokenCounter } from '../../store/samples/token-counter.ts'
import { captureHome } from '../../testing/capture-home.ts'
import { type CleanLab, cleanLab, EVERYTHING } from '../../testing/clean-lab.ts'
import { smallHome } from '../../testing/presets/small-home.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { HomeMemory } from '../observe/home-memory.ts'
import { HomeObserver } from '../observe/home-observer.ts'
import { findMovedHome } from '../reports/find-moved-home.ts'
import { adoptMovedHome } from './adopt-moved-home.ts'

const temps: TempHome[] = []
afterEach(() => {
  for (const temp of temps.splice(0)) temp.cleanup()
})

const OLD_S = 1_767_000_000
const BY = { name: 'an operator', role: 'operator', address: '127.0.0.1' } as const

const SAMPLE = {
  atMs: 1_000,
  inputTokens: 1,
  outputTokens: 2,
  cacheReadTokens: 3,
  cacheWriteTokens: 4,
  sessions: 5,
  openSessions: 6,
  lastMessageId: 7,
  databaseBytes: 8,
  walBytes: 9,
  freeBytes: 10,
  costUsd: null,
}

const observe = ({ home, store }: CleanLab): HomeObserver =>
  new HomeObserver(home, new HomeMemory(store, home.path), { store, readOnly: false, clock: Date.now })

const samplesOf = ({ store }: CleanLab, path: string) =>
  readCounterSamples(store, rememberHome(store, path), 0, Number.MAX_SAFE_INTEGER)

/** A home that was observed and cleaned, and the same Steward after `move` put it elsewhere. */
async function moved(disposition: Disposition, move: (from: string, to: string) => void) {
  const temp = tempHome()
  temps.push(temp)
  const from = smallHome(temp.path, 'aug', Date.now()).path
  const before = captureHome(from)
  const old = cleanLab(from, join(temp.root, 'data'))
  await observe(old).observe()
  recordCounterSample(old.store, rememberHome(old.store, from), SAMPLE)
  const receipt = await old.run(await old.plan(EVERYTHING, disposition))
  old.store.close()
  const to = join(temp.root, 'elsewhere')
  move(from, to)
  const lab = cleanLab(to, join(temp.root, 'data'))
  return { from, to, before, receipt, lab, observer: observe(lab) }
}

it.each(['trash', 'archive'] as const)(
  'a moved home keeps its receipts of %s once confirmed',
  async (disposition) => {
    const { from, to, before, receipt, lab, observer } = await moved(disposition, renameSync)
    const usage = readPrunedUsage(lab.store, rememberHome(lab.store, from))
    const samples = samplesOf(lab, from)
    expect(usage.length).toBeGreaterThan(0)
    expect(samples).toEqual([SAMPLE])
    expect(findMovedHome(observer, lab.tools)).toEqual({ path: from, receipts: 1, home: 'main' })
    await expect(lab.restorePlan(receipt.id)).rejects.toThrow('not open here')
    expect(adoptMovedHome(observer, { from, by: BY }, lab.tools)).toBe(true)
    expect(readReceipt(lab.store, receipt.id)).toEqual({ ...receipt, homePath: to })
    expect(readPrunedUsage(lab.store, rememberHome(lab.store, to))).toEqual(usage)
    expect(samplesOf(lab, to)).toEqual(samples)
    expect(findMovedHome(observer, lab.tools)).toBeNull()
    expect(readAuditPage(lab.store, { limit: 1, before: null, kind: 'done' })[0]).toMatchObject({
      event: 'home-adopted',
      actor: 'an operator',
    })
    await lab.restore(receipt.id)
    expect(captureHome(to)).toEqual(before)
    lab.store.close()
  },
)

it('the token counter of a moved home never jumps', async () => {
  const { from, lab, observer } = await moved('trash', renameSync)
  const count = (path: string, input: number, completeMs: number) =>
    countTokens(lab.store, rememberHome(lab.store, path), {
      atMs: completeMs,
      rows: [{ id: 'a', startedMs: 0, tokens: { input, output: 0, cacheRead: 0, cacheWrite: 0 } }],
      completeMs,
    })
  const used = () => readTokenCounter(lab.store, rememberHome(lab.store, lab.home.path))?.input
  for (const input of [100, 900]) count(from, input, OLD_S * 1_000)
  for (const input of [900, 903]) count(lab.home.path, input, Date.now())
  expect(used()).toBe(3)
  expect(adoptMovedHome(observer, { from, by: BY }, lab.tools)).toBe(true)
  expect(used()).toBe(3)
  lab.store.close()
})

it('a home adopted before it was read at its new path goes on counting', async () => {
  const { from, lab, observer } = await moved('trash', renameSync)
  const count = (path: string, input: number) =>
    countTokens(lab.store, rememberHome(lab.store, path), {
      atMs: OLD_S * 1_000,
      rows: [{ id: 'a', startedMs: 0, tokens: { input, output: 0, cacheRead: 0, cacheWrite: 0 } }],
      completeMs: OLD_S * 1_000,
    })
  for (const input of [100, 900]) count(from, input)
  expect(adoptMovedHome(observer, { from, by: BY }, lab.tools)).toBe(true)
  count(lab.home.path, 905)
  expect(readTokenCounter(lab.store, rememberHome(lab.store, lab.home.path))?.input).toBe(805)
  lab.store.close()
})

it('a copy is not a moved home while the original is there', async () => {
  const { from, lab, observer } = await moved('trash', (here, there) =>
    cpSync(here, there, { recursive: true }),
  )
  expect(findMovedHome(observer, lab.tools)).toBeNull()
  expect(adoptMovedHome(observer, { from, by: BY }, lab.tools)).toBe(false)
  lab.store.close()
})

it('another home at a new path is not offered', async () => {
  const { lab, observer } = await moved('archive', (from, to) => {
    rmSync(from, { recursive: true })
    smallHome(to, 'mar', Date.now(), { sessions: [], files: [], checkpoints: [] })
  })
  expect(findMovedHome(observer, lab.tools)).toBeNull()
  lab.store.close()
})

it('a copy that is still there does not hide a moved home', async () => {
  const { from, to, lab, observer } = await moved('trash', renameSync)
  const copy = `${to}-copy`
  cpSync(to, copy, { recursive: true })
  const copied = cleanLab(copy, lab.tools.dataDir)
  await observe(copied).observe()
  // Cleaned last, so it is the first that is compared.
  const orphan = join(copy, 'sessions', 'session_20260102_080000_0rphan.json')
  writeFileSync(orphan, '{}')
  utimesSync(orphan, OLD_S, OLD_S)
  await copied.run(await copied.plan([{ action: 'orphan-files', olderThanDays: 0 }], 'trash'))
  copied.store.close()
  expect(findMovedHome(observer, lab.tools)).toMatchObject({ path: from })
  lab.store.close()
})
