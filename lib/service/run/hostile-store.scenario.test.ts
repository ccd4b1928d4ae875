/** A checkpoint repository that leads git out of the home: refused by plan and run, shown, and blocking nothing else. */
import { existsSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listCheckpoints } from '../../domain/checkpoints/checkpoint-list.ts'
import { DAY_MS, HOUR_MS } from '../../shared/time.ts'
import { readBatches } from '../../store/plans/journal.ts'
import { readItemPage } from '../../store/plans/plan-items.ts'
import type { StoredPlan } from '../../store/plans/plans.ts'
import { readReceipt, setExpiry } from '../../store/plans/receipts.ts'
import { type CleanLab, cleanLab, dataBeside, stepsOf } from '../../testing/clean-lab.ts'
import { exactTree } from '../../testing/exact-tree.ts'
import { git } from '../../testing/home/git.ts'
import { type MadeHome, makeHome } from '../../testing/make-home.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { HomeMemory } from '../observe/home-memory.ts'
import { HomeObserver } from '../observe/home-observer.ts'
import { expireKept } from './expire-kept.ts'
import { recoverRuns } from './recover-runs.ts'
import { runReceipt } from './run-plan.ts'

const LEGACY = 'legacy-20260601-101010'

let temp: TempHome
let lab: CleanLab
let made: MadeHome
let store: string
let foreign: string

beforeEach(() => {
  temp = tempHome()
  foreign = join(temp.root, 'foreign')
})
afterEach(() => {
  lab.store.close()
  temp.cleanup()
})

function make(layouts: readonly ('v1' | 'v2' | 'legacy')[]): void {
  const nowMs = Date.now()
  const old = { workdir: 'orphan', touchedMs: nowMs - 70 * DAY_MS } as const
  made = makeHome({
    path: temp.path,
    era: 'aug',
    nowMs,
    checkpoints: layouts.map((layout) => ({ ...old, layout, name: layout === 'legacy' ? LEGACY : layout })),
  })
  lab = cleanLab(made.path, dataBeside(made.path))
  store = join(made.path, 'checkpoints', 'store')
}

const repository = (name: string): string =>
  join(made.path, 'checkpoints', made.checkpointIds.get(name) ?? '')

/** Moves the objects of a repository to another folder and leaves a link. */
function linkObjects(gitDir: string): void {
  renameSync(join(gitDir, 'objects'), foreign)
  symlinkSync(foreign, join(gitDir, 'objects'))
}

const ALL = { verdict: null, reason: null, step: null, together: null, q: null, cursor: null, limit: 100 }
const reasons = ({ id }: StoredPlan): [string, string][] => {
  const page = readItemPage(lab.store, id, ALL)
  if (page?.ok !== true) throw new Error('no such plan')
  return page.value.items.map(({ key, verdict, reason }) => [key, verdict === 'act' ? 'act' : reason.message])
}

const outcomes = (receiptId: string) =>
  readBatches(lab.store, receiptId).flatMap(({ items }) => items.map(({ outcome }) => outcome))

describe('a shared store that leads out of the home', () => {
  const WHY =
    'checkpoints/store/objects is a symbolic link, and git would follow it. Replace it with a real file or folder.'

  it('is refused by the plan, which names the part and what to do', async () => {
    make(['v2'])
    linkObjects(store)
    const before = exactTree(foreign)
    const plan = await lab.plan(stepsOf('checkpoints'), 'delete')
    expect(reasons(plan)).toEqual([
      [`project:${made.checkpointIds.get('v2')}`, `${WHY} Until then this checkpoint is kept.`],
    ])
    expect(plan.refusals).toEqual([
      { step: 0, code: 'git-unsafe', message: `${WHY} Until then this checkpoint is kept.` },
    ])
    expect(exactTree(foreign)).toEqual(before)
  })

  it('does not keep the other checkpoints and actions of the home from running', async () => {
    make(['v1', 'v2'])
    linkObjects(store)
    const before = exactTree(foreign)
    const plan = await lab.plan(stepsOf('checkpoints', 'cron-output'), 'delete')
    expect(plan.refusals).toEqual([])
    const receipt = await lab.run(plan)
    expect(receipt).toMatchObject({ state: 'done', done: 1 })
    expect([existsSync(repository('v1')), existsSync(store)]).toEqual([false, true])
    expect(exactTree(foreign)).toEqual(before)
  })

  it.each(['trash', 'archive', 'delete'] as const)(
    'is skipped by a run if it was changed after the plan: %s',
    async (disposition) => {
      make(['v2'])
      const plan = await lab.plan(stepsOf('checkpoints'), disposition)
      linkObjects(store)
      const before = { foreign: exactTree(foreign), store: exactTree(store) }
      const receipt = await lab.run(plan)
      expect(receipt).toMatchObject({ state: 'partial', done: 0, skipped: 1 })
      expect(outcomes(receipt.id)).toEqual([{ kind: 'skipped', code: 'git-unsafe', message: WHY }])
      expect(receipt.note).toBe(
        disposition === 'trash'
          ? null
          : `The space of checkpoints is not freed yet. Git was not started: ${WHY}`,
      )
      expect({ foreign: exactTree(foreign), store: exactTree(store) }).toEqual(before)
    },
  )

  it('keeps its trash when that expires, says why, and gives the space back once it is a real store again', async () => {
    make(['v2'])
    const receipt = await lab.run(await lab.plan(stepsOf('checkpoints'), 'trash'))
    linkObjects(store)
    const before = { foreign: exactTree(foreign), store: exactTree(store) }
    const restore = await lab.restorePlan(receipt.id)
    expect(reasons(restore).map(([, why]) => why)).toEqual([WHY])
    setExpiry(lab.store, receipt.id, Date.now() - 1)
    expect(await expireKept(lab.tools)).toEqual([])
    expect(readReceipt(lab.store, receipt.id)?.note).toBe(`Git was not started: ${WHY}`)
    expect({ foreign: exactTree(foreign), store: exactTree(store) }).toEqual(before)
    unlinkSync(join(store, 'objects'))
    renameSync(foreign, join(store, 'objects'))
    expect(await expireKept(lab.tools)).toHaveLength(1)
    expect(git(['for-each-ref'], { gitDir: store, atMs: Date.now() })).toBe('')
  })

  it.each(['checkpoints', 'checkpoints/store', 'checkpoints/store/refs', 'checkpoints/store/packed-refs'])(
    'hides nothing of its trash for good: %s is a link for a while',
    async (part) => {
      make(['v2'])
      const receipt = await lab.run(await lab.plan(stepsOf('checkpoints'), 'trash'))
      if (part.endsWith('packed-refs')) git(['pack-refs', '--all'], { gitDir: store, atMs: Date.now() })
      renameSync(join(made.path, part), foreign)
      symlinkSync(foreign, join(made.path, part))
      const why = `${part} is a symbolic link, and git would follow it. Replace it with a real file or folder.`
      expect(reasons(await lab.restorePlan(receipt.id)).map(([, reason]) => reason)).toEqual([why])
      setExpiry(lab.store, receipt.id, Date.now() - 1)
      expect(await expireKept(lab.tools)).toEqual([])
      expect(readReceipt(lab.store, receipt.id)?.note).toBe(`Git was not started: ${why}`)
      unlinkSync(join(made.path, part))
      renameSync(foreign, join(made.path, part))
      expect(await expireKept(lab.tools)).toHaveLength(1)
      expect(git(['for-each-ref'], { gitDir: store, atMs: Date.now() })).toBe('')
    },
  )

  it('is looked at again for refs that a run left there, once it is a real store', async () => {
    make(['v2'])
    const receiptId = lab.approve(await lab.plan(stepsOf('checkpoints'), 'trash'))
    const lock = join(store, 'packed-refs.lock')
    writeFileSync(lock, '')
    await runReceipt(lab.tools, lab.home, receiptId)
    rmSync(lock)
    const trashRefs = () => git(['for-each-ref', 'refs/steward-trash'], { gitDir: store, atMs: Date.now() })
    expect(trashRefs()).not.toBe('')
    renameSync(store, foreign)
    symlinkSync(foreign, store)
    await recoverRuns(lab.tools)
    unlinkSync(store)
    renameSync(foreign, store)
    await recoverRuns(lab.tools)
    expect(trashRefs()).toBe('')
  })

  it('is listed on the Checkpoints page with the reason, and measured once it is a real store again', async () => {
    make(['v2'])
    linkObjects(store)
    let nowMs = Date.now()
    const observer = new HomeObserver(lab.home, new HomeMemory(lab.store, made.path), {
      store: lab.store,
      readOnly: false,
      clock: () => nowMs,
    })
    const unmeasured = await listed(observer)
    expect(unmeasured.notices).toEqual([
      {
        code: 'git-unsafe',
        title: 'Steward does not run git on the checkpoint store',
        detail: `${WHY} Until then its checkpoints are listed, but not measured or cleaned up.`,
        level: 'warn',
      },
    ])
    expect(unmeasured.items).toMatchObject([{ state: 'orphan', bytes: null, exclusiveBytes: null }])
    unlinkSync(join(store, 'objects'))
    renameSync(foreign, join(store, 'objects'))
    nowMs += HOUR_MS
    expect((await listed(observer)).notices).toEqual([])
    // Git measures in the background.
    await expect.poll(async () => (await listed(observer)).items?.[0]?.bytes).toBeGreaterThan(0)
  })
})

async function listed(observer: HomeObserver) {
  const assessed = await observer.assessedNow()
  const query = {
    sort: 'bytes',
    order: 'desc',
    limit: 10,
    cursor: null,
    state: null,
    layout: null,
    q: null,
  } as const
  const list = listCheckpoints(assessed, query, {
    commitsOf: () => null,
    hazardOf: () => null,
    isMeasured: () => false,
    progress: { running: false, done: 0, total: 0 },
  })
  if (!list.ok) throw new Error(list.fault)
  return list.value
}

describe('a single repository that leads out of the home', () => {
  it.each(['v1', 'legacy'] as const)('is kept by the plan, with the reason: %s', async (layout) => {
    make([layout])
    const folder = layout === 'v1' ? made.checkpointIds.get('v1') : LEGACY
    const inside = layout === 'v1' ? folder : `${LEGACY}/${made.checkpointIds.get(`${LEGACY}-project-0`)}`
    const alternates = join(made.path, `checkpoints/${inside}/objects/info/alternates`)
    writeFileSync(alternates, `${foreign}\n`)
    const plan = await lab.plan(stepsOf('checkpoints'), 'trash')
    expect(plan.refusals.map(({ code }) => code)).toEqual(['git-unsafe'])
    expect(reasons(plan)).toEqual([
      [
        `folder:checkpoints/${folder}`,
        expect.stringContaining(
          `checkpoints/${inside}/objects/info/alternates points git to another repository`,
        ),
      ],
    ])
    rmSync(alternates)
    const again = await lab.plan(stepsOf('checkpoints'), 'trash')
    expect(reasons(again).map(([, verdict]) => verdict)).toEqual(['act'])
  })
})
