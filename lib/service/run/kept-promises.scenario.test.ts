/** Whatever happened to the home since a cleanup: what the plan of its restore promises comes back, and the rest is named. */
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readBatches } from '../../store/plans/journal.ts'
import { type CleanLab, cleanLab, dataBeside, EVERYTHING } from '../../testing/clean-lab.ts'
import { git } from '../../testing/home/git.ts'
import { smallHome } from '../../testing/presets/small-home.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'

let temp: TempHome
let lab: CleanLab
beforeEach(() => {
  temp = tempHome()
  lab = cleanLab(smallHome(temp.path, 'aug', Date.now()).path, dataBeside(temp.path))
})
afterEach(() => {
  lab.store.close()
  temp.cleanup()
})

const inHome = (...names: string[]): string => join(lab.home.path, ...names)
const STORE = ['checkpoints', 'store']

type Change = (projects: readonly string[]) => void

const moveAway = (path: string): string => {
  renameSync(path, `${path}-away`)
  return `${path}-away`
}

const CHANGES: [string, Change][] = [
  [
    'a file has the place of sessions/',
    () => void writeFileSync(inHome('sessions'), moveAway(inHome('sessions'))),
  ],
  ['sessions/ is a link', () => symlinkSync(moveAway(inHome('sessions')), inHome('sessions'))],
  ['the checkpoint store is gone', () => rmSync(inHome(...STORE), { recursive: true })],
  [
    'state.db is gone',
    () => {
      for (const end of ['', '-wal', '-shm']) rmSync(inHome(`state.db${end}`), { force: true })
    },
  ],
  [
    'the projects have other refs',
    (projects) => {
      const options = { gitDir: inHome(...STORE), atMs: Date.now() }
      const tree = git(['hash-object', '-t', 'tree', '-w', '/dev/null'], options)
      const tip = git(['commit-tree', tree, '-m', 'other'], options)
      for (const id of projects) git(['update-ref', `refs/hermes/${id}`, tip], options)
    },
  ],
  [
    'the projects have other files',
    (projects) => {
      for (const id of projects) {
        const path = inHome(...STORE, 'projects', `${id}.json`)
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(path, '{}')
      }
    },
  ],
]

describe.each(['trash', 'archive'] as const)('%s', (how) => {
  it.each(CHANGES)('%s', async (_, change) => {
    const receipt = await lab.run(await lab.plan(EVERYTHING, how))
    const items = readBatches(lab.store, receipt.id).flatMap((batch) => batch.items)
    change(items.flatMap(({ target }) => (target.kind === 'project' ? [target.id] : [])))
    const plan = await lab.restorePlan(receipt.id)
    expect(plan.totals.keep.items).toBeGreaterThan(0)
    expect(await lab.run(plan)).toMatchObject({
      state: 'done',
      done: plan.totals.act.items,
      skipped: 0,
      failed: 0,
    })
  })
})
