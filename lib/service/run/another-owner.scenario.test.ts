/** Steward writes to a home only as its owner, checked when planning and right before each write. */
import {
  chmodSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { consentPhrase } from '../../domain/plan/words.ts'
import { beginGitWrite } from '../../store/plans/git-writes.ts'
import type { StoredReceipt } from '../../store/plans/receipts.ts'
import { readReceipt, setExpiry } from '../../store/plans/receipts.ts'
import { captureHome } from '../../testing/capture-home.ts'
import { approvalOf, cleanLab, dataBeside, EVERYTHING, stepsOf } from '../../testing/clean-lab.ts'
import { digestTree } from '../../testing/digest-tree.ts'
import { git } from '../../testing/home/git.ts'
import { tinyHome } from '../../testing/presets/tiny-home.ts'
import { runUnprivileged } from '../../testing/processes/other-process.ts'
import {
  ALICE,
  BOB,
  become,
  give,
  IS_ROOT,
  NEEDS_ROOT,
  ownersIn,
} from '../../testing/processes/other-users.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { HomeObserver } from '../observe/home-observer.ts'
import { approvePlan } from './approve-plan.ts'
import { expireKept } from './expire-kept.ts'
import { keepRecords } from './keep-records.ts'
import { purge } from './purge.ts'
import { recoverRuns } from './recover-runs.ts'
import { runReceipt } from './run-plan.ts'

let temp: TempHome
let home: string
beforeEach(() => {
  temp = tempHome()
  home = tinyHome(temp.path, Date.now()).path
})
afterEach(() => temp.cleanup())

const ALL = [...EVERYTHING, { action: 'compact-database' } as const]

/** Content, times, owners and modes. SQLite's sidecars have a test of their own. */
const everything = () => ({
  files: digestTree(home),
  owners: Object.entries(ownersIn(home)).filter(([path]) => !/^\/state\.db-(wal|shm)$/.test(path)),
})

const observe = () =>
  new HomeObserver(lab().home, 'no memory in this test', { readOnly: false, clock: Date.now }).observe()

const lab = () => cleanLab(home, dataBeside(home))

describe.skipIf(!IS_ROOT)(`a home of another user ${NEEDS_ROOT}`, () => {
  it('gives a plan whose every step is refused, and nothing changes', async () => {
    give(home, ALICE)
    const before = everything()
    const at = lab()
    const plan = await at.plan(ALL, 'trash')
    expect(plan.totals.act.items).toBeGreaterThan(5)
    expect(plan.refusals.filter(({ code }) => code === 'other-owner').map(({ step }) => step)).toEqual(
      ALL.map((_, step) => step),
    )
    expect(plan.refusals[0]?.message).toBe(
      `This home belongs to uid ${ALICE}, but Steward runs as root (uid 0). Hermes may not be able to read or replace files another user wrote. Start Steward as the owner: sudo -u '#${ALICE}', or --user ${ALICE} for a container.`,
    )
    expect(approvePlan(at.tools, approvalOf(plan, []), 'a test')).toMatchObject({ ok: false })
    expect(everything()).toEqual(before)
  })

  it.each(['trash', 'archive', 'delete'] as const)(
    'stops a run approved before (%s)',
    async (disposition) => {
      const at = lab()
      const plan = await at.plan(ALL, disposition)
      const receiptId = at.approve({ ...plan, refusals: [] })
      give(home, ALICE)
      const before = everything()
      await runReceipt(at.tools, at.home, receiptId)
      expect(readReceipt(at.store, receiptId)).toMatchObject({ done: 0, failed: plan.totals.act.items })
      expect(everything()).toEqual(before)
    },
  )

  it('keeps its trash: no purge, no expiry, no record, no restore', async () => {
    const at = lab()
    const before = captureHome(home)
    const receipt = await at.run(await at.plan(EVERYTHING, 'trash'))
    rmSync(join(home, '.steward-trash', receipt.id, 'receipt.jsonl'))
    give(home, ALICE)
    const kept = everything()
    const plan = await at.restorePlan(receipt.id)
    expect(plan.refusals).toMatchObject([{ code: 'other-owner' }])
    expect(approvePlan(at.tools, approvalOf(plan, []), 'a test')).toMatchObject({
      fault: { code: 'refused' },
    })
    keepRecords(at.tools)
    const consent = consentPhrase(receipt.done, 'main')
    expect(await purge(at.tools, { receiptId: receipt.id, consent })).toMatchObject({
      fault: { code: 'refused', message: expect.stringContaining(`uid ${ALICE}`) },
    })
    setExpiry(at.store, receipt.id, 1)
    expect(await expireKept(at.tools)).toEqual([])
    expect(everything()).toEqual(kept)
    setExpiry(at.store, receipt.id, Number.MAX_SAFE_INTEGER)
    give(home, 0)
    expect(await at.restore(receipt.id)).toMatchObject({ state: 'done', done: receipt.done })
    expect(captureHome(home)).toEqual(before)
  })

  it('keeps a killed run for a Steward that runs as its owner', async () => {
    const at = lab()
    const before = captureHome(home)
    const receiptId = at.approve(await at.plan(EVERYTHING, 'trash'))
    at.store.db.exec(`CREATE TRIGGER cut BEFORE UPDATE OF state ON batch WHEN NEW.state = 'done'
      BEGIN SELECT RAISE(ABORT, 'cut short'); END`)
    await expect(runReceipt(at.tools, at.home, receiptId)).rejects.toThrow('cut short')
    at.store.db.exec('DROP TRIGGER cut')
    give(home, ALICE)
    const cut = everything()
    await expect(recoverRuns(at.tools)).rejects.toThrow(`This home belongs to uid ${ALICE}`)
    expect(everything()).toEqual(cut)
    const note = expect.stringContaining(`Not finished yet. This home belongs to uid ${ALICE}`)
    expect(readReceipt(at.store, receiptId)).toMatchObject({ state: 'running', note })
    give(home, 0)
    await recoverRuns(at.tools)
    const receipt = readReceipt(at.store, receiptId) as StoredReceipt
    expect(receipt.state).toBe('partial')
    await at.restore(receiptId)
    expect(captureHome(home)).toEqual(before)
  })
})

describe.skipIf(!IS_ROOT)(`the checkpoint store of another user ${NEEDS_ROOT}`, () => {
  const store = () => join(home, 'checkpoints/store')
  const lock = () => join(store(), 'packed-refs.lock')
  const trashRefs = () => git(['for-each-ref', 'refs/steward-trash'], { gitDir: store(), atMs: Date.now() })

  it.each(['refs', 'locks'])('keeps %s that a run left, until Steward runs as its owner', async (left) => {
    const at = lab()
    const receiptId = at.approve(await at.plan(stepsOf('checkpoints'), 'trash'))
    writeFileSync(lock(), '')
    await runReceipt(at.tools, at.home, receiptId)
    rmSync(lock())
    if (left === 'locks') {
      const write = { receiptId, begunMs: Date.now(), mayTake: ['packed-refs.lock'], foundBefore: [] }
      beginGitWrite(at.store, write)
      writeFileSync(lock(), '')
    }
    give(home, ALICE)
    const before = everything()
    await recoverRuns(at.tools)
    expect(everything()).toEqual(before)
    give(home, 0)
    expect(trashRefs()).not.toBe('')
    await recoverRuns(at.tools)
    expect([existsSync(lock()), trashRefs()]).toEqual([false, ''])
  })
})

describe.skipIf(!IS_ROOT)(`a part of another user ${NEEDS_ROOT}`, () => {
  const packed = () => join('checkpoints/store/objects', firstFolder('checkpoints/store/objects'))
  const firstFolder = (path: string) => readdirSync(join(home, path)).find((name) => name.length === 2) ?? ''
  const firstRef = () => join('checkpoints/store/refs/hermes', refs()[0] ?? '')
  const refs = () => readdirSync(join(home, 'checkpoints/store/refs/hermes'))
  const CHECKPOINTS = ['checkpoints']
  const SESSIONS = ['prune-sessions', 'prune-files', 'orphan-files', 'gateway-entries']

  it.each<[string, () => string, string, readonly string[] | 'all']>([
    ['state.db', () => 'state.db', 'database-owner', 'all'],
    ['checkpoints', () => 'checkpoints', 'checkpoints-owner', CHECKPOINTS],
    ['the checkpoint store', () => 'checkpoints/store', 'checkpoints-owner', CHECKPOINTS],
    ['its objects', () => 'checkpoints/store/objects', 'checkpoints-owner', CHECKPOINTS],
    ['a folder of its objects', packed, 'checkpoints-owner', CHECKPOINTS],
    ['its refs', () => 'checkpoints/store/refs', 'checkpoints-owner', CHECKPOINTS],
    ['one of its refs', firstRef, 'checkpoints-owner', CHECKPOINTS],
    ['its packed refs', () => made('checkpoints/store/packed-refs'), 'checkpoints-owner', CHECKPOINTS],
    ['a pack', () => made('checkpoints/store/objects/pack/pack-1.pack'), 'checkpoints-owner', CHECKPOINTS],
    ['sessions', () => 'sessions', 'sessions-owner', SESSIONS],
    ['cron outputs', () => 'cron/output', 'cron-owner', ['cron-output']],
    ['the trash', () => made('.steward-trash/x'), 'trash-owner', 'all'],
  ])('%s: refuses what would write there, and nothing else', async (_, path, code, actions) => {
    lchownSync(join(home, path()), BOB, BOB)
    if (code === 'trash-owner') lchownSync(join(home, '.steward-trash'), BOB, BOB)
    const at = lab()
    const before = everything()
    const plan = await at.plan(ALL, 'trash')
    const refused = plan.refusals.filter((refusal) => refusal.code === code)
    expect(refused.map(({ step }) => ALL[step]?.action)).toEqual(
      actions === 'all' ? ALL.map(({ action }) => action) : actions,
    )
    expect(plan.refusals.map((refusal) => refusal.code)).toEqual(refused.map(() => code))
    expect(refused[0]?.message).toMatch(
      new RegExp(`belongs to uid ${BOB}, but the home belongs to root .*chown -Rh 0 `),
    )
    expect(everything()).toEqual(before)
  })

  it('that is only one folder stops only what changes that folder', async () => {
    for (const path of ['cron', 'checkpoints/store']) lchownSync(join(home, path), BOB, BOB)
    expect((await observe()).status).toMatchObject({
      writable: true,
      refusals: [
        { code: 'checkpoints-owner', stops: ['checkpoints'] },
        { code: 'cron-owner', stops: ['cron-output'] },
      ],
    })
    lchownSync(join(home, 'sessions'), BOB, BOB)
    expect((await observe()).status.writable).toBe(false)
  })

  it('found right before its batch keeps its items', async () => {
    const at = lab()
    const plan = await at.plan(EVERYTHING, 'trash')
    const receiptId = at.approve(plan)
    lchownSync(join(home, firstRef()), BOB, BOB)
    const before = captureHome(home)
    await runReceipt(at.tools, at.home, receiptId)
    const receipt = readReceipt(at.store, receiptId) as StoredReceipt
    expect(receipt.failed).toBe(1)
    expect(receipt.done).toBe(receipt.total - 1)
    expect(captureHome(home).checkpoints).toEqual(before.checkpoints)
  })

  const made = (path: string): string => {
    mkdirSync(join(home, path, '..'), { recursive: true })
    writeFileSync(join(home, path), '# pack-refs with: peeled fully-peeled sorted \n')
    return path
  }
})

it.skipIf(!IS_ROOT)(
  `a server without rights reads the home of root and changes nothing ${NEEDS_ROOT}`,
  () => {
    const data = dataBeside(home)
    mkdirSync(data)
    give(data, BOB)
    chmodSync(temp.root, 0o755)
    for (const path of [home, join(home, 'sessions')]) chmodSync(path, 0o755)
    convertToDelete(join(home, 'state.db'))
    chmodSync(join(home, 'state.db'), 0o644)
    const before = everything()
    const answer = runUnprivileged(
      `const { cleanLab, EVERYTHING, approvalOf } = await load('lib/testing/clean-lab.ts')
     const { approvePlan } = await load('lib/service/run/approve-plan.ts')
     const { runReceipt } = await load('lib/service/run/run-plan.ts')
     const { readReceipt } = await load('lib/store/plans/receipts.ts')
     const { HOME_PATH: home, DATA: data } = process.env
     ${become(BOB)}
     const at = cleanLab(home, data)
     const plan = await at.plan(EVERYTHING, 'trash')
     const approved = approvePlan(at.tools, approvalOf(plan, []), 'a test')
     at.store.db.exec("UPDATE plan SET refusals = '[]'")
     const receiptId = at.approve(plan)
     await runReceipt(at.tools, at.home, receiptId)
     const { done, failed } = readReceipt(at.store, receiptId)
     console.log(JSON.stringify({
       refused: plan.refusals.map(({ code }) => code),
       items: plan.totals.act.items > 3,
       approved: approved.ok,
       done,
       allFailed: failed === plan.totals.act.items,
     }))`,
      { HOME_PATH: home, DATA: data },
    )
    expect(answer).toEqual({
      refused: EVERYTHING.map(() => 'other-owner'),
      items: true,
      approved: false,
      done: 0,
      allFailed: true,
    })
    expect(everything()).toEqual(before)
  },
)

/** A database of another user can only be read without a WAL. */
function convertToDelete(path: string): void {
  const db = new Database(path)
  db.pragma('journal_mode = DELETE')
  db.close()
}

it('a link named .steward-trash refuses everything, and nothing is written through it', async () => {
  const outside = join(temp.root, 'outside')
  mkdirSync(outside)
  const at = lab()
  const plan = await at.plan(stepsOf('prune-sessions'), 'trash')
  symlinkSync(outside, join(home, '.steward-trash'))
  const refusals = (await at.plan(EVERYTHING, 'trash')).refusals
  expect(refusals.map(({ code }) => code)).toEqual(EVERYTHING.map(() => 'trash-link'))
  const receipt = await at.run(plan)
  expect(receipt).toMatchObject({ done: 0, failed: receipt.total })
  expect(readdirSync(outside)).toEqual([])
  expect(existsSync(join(home, 'sessions'))).toBe(true)
})
