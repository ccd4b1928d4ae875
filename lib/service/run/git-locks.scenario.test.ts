/** Which locks in Hermes' checkpoint store Steward removes: its own, and only while no git works there. */
import { existsSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readBatches } from '../../store/plans/journal.ts'
import { readReceipt } from '../../store/plans/receipts.ts'
import { captureHome } from '../../testing/capture-home.ts'
import { type CleanLab, cleanLab, dataBeside, stepsOf } from '../../testing/clean-lab.ts'
import { git } from '../../testing/home/git.ts'
import { makeThreeProjects } from '../../testing/presets/three-projects.ts'
import { type LineChild, startLineChild } from '../../testing/processes/line-child.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { recordGit, settleGitWrites } from './git-writes.ts'
import { recoverRuns } from './recover-runs.ts'
import { runReceipt } from './run-plan.ts'

const REF = 'refs/hermes/0123456789abcdef'

let temp: TempHome
let lab: CleanLab
let store: string
let receiptId: string
let other: LineChild | null = null
beforeEach(async () => {
  temp = tempHome()
  const { path } = makeThreeProjects(temp.path, Date.now())
  lab = cleanLab(path, dataBeside(path))
  store = join(path, 'checkpoints', 'store')
  receiptId = lab.approve(await lab.plan(stepsOf('checkpoints'), 'trash'))
})
afterEach(async () => {
  await other?.stop()
  other = null
  lab.store.close()
  temp.cleanup()
})

const lock = (name: string): void => writeFileSync(join(store, name), '')
const isLocked = (name: string): boolean => existsSync(join(store, name))
const settle = () => settleGitWrites(lab.store, lab.home.path)

/** Git itself says that it is ready. The object is the empty tree, which every repository has. */
const WAITING_GIT = `
  mkfifo "$1"; exec 3<> "$1"
  git --git-dir "$0" cat-file --batch-check=ready <&3 &
  echo 4b825dc642cb6eb9a060e54bf8d69288fbee4904 >&3
  read line; kill $!; wait; echo ended; read line`

/** A write of Steward's whose git was killed while it held these locks. */
const killedWrite = (...locks: string[]) =>
  recordGit(lab.store, { id: receiptId, homePath: lab.home.path }, async (onStep) => {
    onStep('delete-ref', REF)
    for (const name of locks) lock(name)
  })

it('locks that the killed git took are removed', async () => {
  const names = ['packed-refs.lock', 'packed-refs.new', `${REF}.lock`]
  expect((await killedWrite(...names)).leftover).toBeNull()
  expect(names.filter(isLocked)).toEqual([])
})

it('locks that were there before, and locks of other refs, stay', async () => {
  lock('packed-refs.lock')
  lock('refs/hermes/other.lock')
  await killedWrite(`${REF}.lock`, 'HEAD.lock')
  expect(['packed-refs.lock', 'refs/hermes/other.lock', 'HEAD.lock'].filter(isLocked)).toHaveLength(3)
  expect(isLocked(`${REF}.lock`)).toBe(false)
})

it('locks that no gc takes stay after a killed gc', async () => {
  const ofGc = ['gc.pid', 'gc.pid.lock', 'packed-refs.lock', `${REF}.lock`, 'objects/info/commit-graph.lock']
  const ofHermes = ['store.lock', 'config.lock', 'indexes/0123456789abcdef.lock']
  const { leftover } = await recordGit(
    lab.store,
    { id: receiptId, homePath: lab.home.path },
    async (onStep) => {
      onStep('collect-garbage', store)
      for (const name of [...ofGc, ...ofHermes]) lock(name)
    },
  )
  expect(leftover).toBeNull()
  expect([...ofGc, ...ofHermes].filter(isLocked)).toEqual(ofHermes)
})

it('locks behind a link are removed once it is a real store again', async () => {
  const elsewhere = join(temp.root, 'elsewhere')
  await recordGit(lab.store, { id: receiptId, homePath: lab.home.path }, async (onStep) => {
    onStep('delete-ref', REF)
    lock(`${REF}.lock`)
    renameSync(store, elsewhere)
    symlinkSync(elsewhere, store)
  })
  settle()
  expect(isLocked(`${REF}.lock`)).toBe(true)
  unlinkSync(store)
  renameSync(elsewhere, store)
  settle()
  expect(isLocked(`${REF}.lock`)).toBe(false)
})

it('they stay, with the reason, while another git uses the store, and locks made since are never removed', async () => {
  // A shell in between, because children of this process count as its own.
  other = await startLineChild('sh', ['-c', WAITING_GIT, store, join(temp.root, 'pipe')])
  const { leftover } = await killedWrite('packed-refs.lock').finally(() => other?.ask('end'))
  expect(leftover).toMatch(
    /^Steward was killed .* left packed-refs\.lock in the checkpoint store\. Another git process is using the store/,
  )
  lock(`${REF}.lock`)
  expect(settle()).toBeNull()
  expect(isLocked('packed-refs.lock')).toBe(false)
  expect(isLocked(`${REF}.lock`)).toBe(true)
})

it('the receipt of a run that has ended names the locks it left, until they are gone', async () => {
  other = await startLineChild('sh', ['-c', WAITING_GIT, store, join(temp.root, 'pipe')])
  await killedWrite('packed-refs.lock')
  await recoverRuns(lab.tools)
  expect(readReceipt(lab.store, receiptId)).toMatchObject({
    state: 'rolled-back',
    note: expect.stringMatching(
      /left packed-refs\.lock in the checkpoint store\. Another git process is using/,
    ),
  })
  await other.ask('end')
  await recoverRuns(lab.tools)
  expect(isLocked('packed-refs.lock')).toBe(false)
  expect(readReceipt(lab.store, receiptId)?.note).toBeNull()
})

it('a run stopped by another process’s lock ends, names the lock, and leaves nothing of its own behind', async () => {
  lock('packed-refs.lock')
  await runReceipt(lab.tools, lab.home, receiptId)
  expect(readReceipt(lab.store, receiptId)).toMatchObject({ state: 'partial', done: 0, failed: 3 })
  const [batch] = readBatches(lab.store, receiptId)
  expect(batch?.items[0]?.outcome).toMatchObject({
    kind: 'failed',
    message: expect.stringMatching(/^Git failed: \S+packed-refs\.lock exists\./),
  })
  expect(isLocked('packed-refs.lock')).toBe(true)
  const trashRefs = () => git(['for-each-ref', 'refs/steward-trash'], { gitDir: store, atMs: Date.now() })
  expect(trashRefs()).not.toBe('')
  rmSync(join(store, 'packed-refs.lock'))
  await recoverRuns(lab.tools)
  expect(trashRefs()).toBe('')
})

it('a run interrupted while it deletes ends even if another process’s lock stops git', async () => {
  lab.store.db.exec(`CREATE TRIGGER cut BEFORE UPDATE OF state ON batch WHEN NEW.state = 'done'
    BEGIN SELECT RAISE(ABORT, 'cut short'); END`)
  lock('packed-refs.lock')
  await expect(runReceipt(lab.tools, lab.home, receiptId)).rejects.toThrow('cut short')
  lab.store.db.exec('DROP TRIGGER cut')
  await recoverRuns(lab.tools)
  expect(readReceipt(lab.store, receiptId)).toMatchObject({ state: 'rolled-back', done: 0, failed: 3 })
  expect(isLocked('packed-refs.lock')).toBe(true)
})

it('a run interrupted while it deletes waits until git may run, because what it deleted is unknown', async () => {
  const before = captureHome(lab.home.path)
  lab.store.db.exec(`CREATE TRIGGER cut BEFORE UPDATE OF state ON batch WHEN NEW.state = 'done'
    BEGIN SELECT RAISE(ABORT, 'cut short'); END`)
  await expect(runReceipt(lab.tools, lab.home, receiptId)).rejects.toThrow('cut short')
  lab.store.db.exec('DROP TRIGGER cut')
  writeFileSync(join(store, 'commondir'), '/elsewhere')
  await recoverRuns(lab.tools)
  expect(readReceipt(lab.store, receiptId)).toMatchObject({
    state: 'running',
    note: expect.stringMatching(/^Not finished yet\. .*commondir/),
  })
  rmSync(join(store, 'commondir'))
  await recoverRuns(lab.tools)
  expect(readReceipt(lab.store, receiptId)).toMatchObject({ state: 'done', done: 3 })
  await lab.restore(receiptId)
  expect(captureHome(lab.home.path).checkpoints).toEqual(before.checkpoints)
})
