import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { Disposition } from '../../domain/plan/action.ts'
import { consentPhrase } from '../../domain/plan/words.ts'
import { DAY_MS } from '../../shared/time.ts'
import { openStore, STORE_FILE } from '../../store/open-store.ts'
import { readOutcomes } from '../../store/plans/journal.ts'
import { sumOutcomes } from '../../store/plans/outcome-sums.ts'
import { listReceipts, readReceipt } from '../../store/plans/receipts.ts'
import { setAsideDamagedStore } from '../../store/set-aside-damaged.ts'
import { captureHome } from '../../testing/capture-home.ts'
import { type CleanLab, cleanLab, EVERYTHING } from '../../testing/clean-lab.ts'
import { smallHome } from '../../testing/presets/small-home.ts'
import { tinyHome } from '../../testing/presets/tiny-home.ts'
import { DROP_RIGHTS, runUnprivileged } from '../../testing/processes/other-process.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { expireKept } from './expire-kept.ts'
import { findReceipts } from './find-receipts.ts'
import { keepRecords } from './keep-records.ts'
import { purge } from './purge.ts'
import { recoverRuns } from './recover-runs.ts'
import { keptBytesOf } from './run-plan.ts'

const temps: TempHome[] = []
afterEach(() => {
  for (const temp of temps.splice(0)) temp.cleanup()
})

const ALL = { cursor: null, limit: 1_000, outcome: null } as const

async function cleaned(disposition: Disposition) {
  const temp = tempHome()
  temps.push(temp)
  const dataDir = join(temp.root, 'data')
  const home = smallHome(temp.path, 'aug', Date.now()).path
  const before = captureHome(home)
  const lab = cleanLab(home, dataDir)
  const receipt = await lab.run(await lab.plan(EVERYTHING, disposition))
  return { dataDir, home, before, lab, receipt }
}

/** Closes the lab, damages its store with `how`, and opens a new one as the server does. */
function lose(
  { lab, dataDir, home }: { lab: CleanLab; dataDir: string; home: string },
  how: (store: string) => void,
) {
  lab.store.db.pragma('wal_checkpoint(TRUNCATE)')
  lab.store.close()
  how(join(dataDir, STORE_FILE))
  setAsideDamagedStore(dataDir, Date.now())
  return cleanLab(home, dataDir)
}

const LOSSES = [
  ['gone', (path: string) => rmSync(path)],
  ['emptied', (path: string) => truncateSync(path)],
  ['truncated', (path: string) => truncateSync(path, 40_000)],
  ['overwritten', (path: string) => writeFileSync(path, 'not a database')],
] as const

it.each(LOSSES)('steward.db %s: the trash is found again', async (_, how) => {
  const world = await cleaned('trash')
  const lab = lose(world, how)
  expect(listReceipts(lab.store, null)).toEqual([])
  const found = await findReceipts(lab.tools, [lab.home])
  expect(found.map(({ id }) => id)).toEqual([world.receipt.id])
  lab.store.close()
})

it('steward.db truncated after a kill, which left its log: the trash is found again', async () => {
  const { lab, dataDir, home, receipt } = await cleaned('trash')
  lab.store.db.pragma('wal_checkpoint(TRUNCATE)')
  await lab.plan(EVERYTHING, 'trash')
  const killed = `${dataDir}-killed`
  mkdirSync(killed)
  for (const end of ['', '-wal', '-shm'])
    copyFileSync(join(dataDir, STORE_FILE + end), join(killed, STORE_FILE + end))
  lab.store.close()
  expect(setAsideDamagedStore(killed, Date.now())).toBeNull()
  truncateSync(join(killed, STORE_FILE), 200_000)
  expect(setAsideDamagedStore(killed, Date.now())).not.toBeNull()
  const next = cleanLab(home, killed)
  expect((await findReceipts(next.tools, [next.home])).map(({ id }) => id)).toEqual([receipt.id])
  next.store.close()
})

it.each(['trash', 'archive'] as const)(
  '%s: the receipt is as it was, and marked as found',
  async (disposition) => {
    const world = await cleaned(disposition)
    const { id } = world.receipt
    const outcomes = readOutcomes(world.lab.store, id, ALL)
    const sums = sumOutcomes(world.lab.store, id)
    const lab = lose(world, LOSSES[0][1])
    await findReceipts(lab.tools, [lab.home])
    const found = readReceipt(lab.store, id)
    expect(found).toEqual({ ...world.receipt, foundAtMs: expect.any(Number) })
    expect(readOutcomes(lab.store, id, ALL)).toEqual(outcomes)
    expect(sumOutcomes(lab.store, id)).toEqual(sums)
    expect(await findReceipts(lab.tools, [lab.home])).toEqual([])
    lab.store.close()
  },
)

it.each(['trash', 'archive'] as const)('%s that was found comes back whole', async (disposition) => {
  const world = await cleaned(disposition)
  const lab = lose(world, LOSSES[0][1])
  await findReceipts(lab.tools, [lab.home])
  await lab.restore(world.receipt.id)
  expect(captureHome(world.home)).toEqual(world.before)
  lab.store.close()
})

it('a child that was restored before steward.db was lost is linked to its parent again', async () => {
  const temp = tempHome()
  temps.push(temp)
  const [home, dataDir] = [tinyHome(temp.path, Date.now()).path, join(temp.root, 'data')]
  const before = captureHome(home)
  const lab = cleanLab(home, dataDir)
  const clean = async (id: string) => {
    const steps = EVERYTHING.map((step) => (step.action === 'prune-sessions' ? { ...step, ids: [id] } : step))
    return lab.run(
      await lab.plan(
        steps.filter(({ action }) => action === 'prune-sessions'),
        'trash',
      ),
    )
  }
  const [child, parent] = [await clean('child'), await clean('parent')]
  await lab.restore(child.id)
  const next = lose({ lab, dataDir, home }, LOSSES[0][1])
  await findReceipts(next.tools, [next.home])
  await next.restore(parent.id)
  expect(captureHome(home)).toEqual(before)
  next.store.close()
})

it.each(['trash', 'archive'] as const)('%s that was found can be purged', async (disposition) => {
  const world = await cleaned(disposition)
  const lab = lose(world, LOSSES[0][1])
  await findReceipts(lab.tools, [lab.home])
  const consent = consentPhrase(world.receipt.done, 'main')
  const purged = await purge(lab.tools, { receiptId: world.receipt.id, consent })
  expect(purged).toEqual({ ok: true, value: { freedBytes: world.receipt.keptBytes } })
  expect(existsSync(join(world.home, '.steward-trash', world.receipt.id))).toBe(false)
  lab.store.close()
})

it('an older copy of steward.db learns of what was removed since', async () => {
  const world = await cleaned('trash')
  world.lab.store.db.pragma('wal_checkpoint(TRUNCATE)')
  const copy = join(world.dataDir, 'copy')
  copyFileSync(join(world.dataDir, STORE_FILE), copy)
  await world.lab.restore(world.receipt.id)
  const second = await world.lab.run(await world.lab.plan(EVERYTHING, 'trash'))
  const lab = lose(world, (path) => copyFileSync(copy, path))
  const found = await findReceipts(lab.tools, [lab.home])
  expect(found.map(({ id }) => id)).toEqual([second.id])
  await lab.restore(second.id)
  expect(captureHome(world.home)).toEqual(world.before)
  lab.store.close()
})

const recordOf = (home: string, id: string) => join(home, '.steward-trash', id, 'receipt.jsonl')

it.each([
  ['missing', (path: string) => rmSync(path)],
  ['cut short', (path: string) => truncateSync(path, 700)],
  [
    'of another receipt',
    (path: string) => edit(path, (text) => text.replace(/"receipt_id":"[^"]+"/, '"receipt_id":"x"')),
  ],
  ['repeating a line', (path: string) => edit(path, (text) => `${text}${text.trim().split('\n').at(-1)}\n`)],
  [
    'pointing outside',
    (path: string) => edit(path, (text) => text.replace(/"saved":"trash:/, '"saved":"trash:../')),
  ],
])('a record that is %s: the trash can be purged, and does not expire', async (_, how) => {
  const world = await cleaned('trash')
  const { id } = world.receipt
  how(recordOf(world.home, id))
  const lab = lose(world, LOSSES[0][1])
  // It may belong to another Steward that is running.
  expect(await findReceipts(lab.tools, [lab.home])).toEqual([])
  const old = new Date(Date.now() - 2 * DAY_MS)
  utimesSync(join(world.home, '.steward-trash', id), old, old)
  const [found] = await findReceipts(lab.tools, [lab.home])
  expect(found).toMatchObject({ id, total: 0, done: 0, expiresAtMs: null })
  const kept = readReceipt(lab.store, id)?.keptBytes
  const purged = await purge(lab.tools, { receiptId: id, consent: consentPhrase(0, 'main') })
  expect(purged).toEqual({ ok: true, value: { freedBytes: kept } })
  expect(existsSync(join(world.home, '.steward-trash', id))).toBe(false)
  lab.store.close()
})

function edit(path: string, change: (text: string) => string): void {
  const text = readFileSync(path, 'utf8')
  const changed = change(text)
  if (changed === text) throw new Error('nothing to change')
  writeFileSync(path, changed)
}

it.each(['trash', 'archive'] as const)(
  '%s: what is kept has its final size when the run ends',
  async (disposition) => {
    const { lab, receipt } = await cleaned(disposition)
    keepRecords(lab.tools)
    expect(readReceipt(lab.store, receipt.id)?.keptBytes).toBe(receipt.keptBytes)
    expect(await keptBytesOf(lab.tools, receipt)).toBe(receipt.keptBytes)
    lab.store.close()
  },
)

it('a run killed right before its end replaces the record it wrote', async () => {
  const { lab, home, receipt } = await cleaned('trash')
  const record = recordOf(home, receipt.id)
  writeFileSync(record, 'x'.repeat(100_000))
  lab.store.db.exec("UPDATE receipt SET state = 'running', ended_ms = NULL, kept_bytes = 0")
  await recoverRuns(lab.tools)
  expect(JSON.parse(readFileSync(record, 'utf8').split('\n')[0] ?? '')).toMatchObject({
    receipt: { state: 'done' },
  })
  expect(readReceipt(lab.store, receipt.id)).toMatchObject({ state: 'done', keptBytes: receipt.keptBytes })
  lab.store.close()
})

it('expired trash that was found stays as long as new trash', async () => {
  const world = await cleaned('trash')
  const tools = { ...world.lab.tools, keptMs: { trash: 7 * DAY_MS, archive: null } }
  world.lab.store.db.exec('UPDATE receipt SET expires_ms = 1')
  rmSync(recordOf(world.home, world.receipt.id))
  keepRecords(world.lab.tools)
  const lab = lose(world, LOSSES[0][1])
  const nowMs = Date.now()
  await findReceipts({ ...tools, store: lab.store, now: () => nowMs }, [lab.home])
  expect(readReceipt(lab.store, world.receipt.id)?.expiresAtMs).toBe(nowMs + 7 * DAY_MS)
  lab.store.close()
})

it('found trash whose time is over survives a start that is cut short', async () => {
  const world = await cleaned('trash')
  world.lab.store.db.exec('UPDATE receipt SET expires_ms = 1')
  rmSync(recordOf(world.home, world.receipt.id))
  keepRecords(world.lab.tools)
  const lab = lose(world, LOSSES[0][1])
  const tools = { ...lab.tools, keptMs: { trash: 7 * DAY_MS, archive: null } }
  lab.store.db.exec(`CREATE TRIGGER cut BEFORE UPDATE OF expires_ms ON receipt
    BEGIN SELECT RAISE(ABORT, 'cut short'); END`)
  await findReceipts(tools, [lab.home])
  lab.store.db.exec('DROP TRIGGER cut')
  expect(await expireKept(tools)).toEqual([])
  expect((await findReceipts(tools, [lab.home])).map(({ id }) => id)).toEqual([world.receipt.id])
  lab.store.close()
})

it.each(['.steward-trash', 'a record in it'])('%s that cannot be read hides nothing else', async (what) => {
  const world = await cleaned('archive')
  const lab = lose(world, LOSSES[0][1])
  lab.store.close()
  const trash = join(world.home, '.steward-trash')
  mkdirSync(join(trash, 'someone-elses'), { recursive: true })
  writeFileSync(join(trash, 'someone-elses', 'receipt.jsonl'), '{}')
  chmodSync(what === '.steward-trash' ? trash : join(trash, 'someone-elses', 'receipt.jsonl'), 0)
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', '65534:65534', dirname(world.home)])
  const found = runUnprivileged(
    `const { cleanLab } = await load('lib/testing/clean-lab.ts')
     const { findReceipts } = await load('lib/service/run/find-receipts.ts')
     const { HOME_PATH, DATA } = process.env
     ${DROP_RIGHTS}
     const lab = cleanLab(HOME_PATH, DATA)
     console.log(JSON.stringify((await findReceipts(lab.tools, [lab.home])).map(({ id }) => id)))`,
    { HOME_PATH: world.home, DATA: world.dataDir },
  )
  chmodSync(trash, 0o700)
  expect(found).toEqual([world.receipt.id])
})

it('a sound store is never set aside', async () => {
  const world = await cleaned('trash')
  expect(setAsideDamagedStore(world.dataDir, Date.now())).toBeNull()
  world.lab.store.close()
  const opened = openStore(world.dataDir)
  expect(opened.ok && readReceipt(opened.value, world.receipt.id)?.id).toBe(world.receipt.id)
  if (opened.ok) opened.value.close()
})
