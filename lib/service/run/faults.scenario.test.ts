/**
 * A full disk, a broken one, a closed folder in the middle of a run or a restore: nothing is lost or left
 * half done. `npm run torture` covers every call. These are past failures and a few of each kind.
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import type { Sweep, Swept } from '../../testing/torture/fault-sweep.ts'

type Part = Pick<Sweep, 'disposition' | 'code'> & Partial<Sweep>

/** Faults once handled wrongly, at each place in the code that can meet them. */
const PLACES: Readonly<Record<string, Part>> = {
  'the last check of an item moved to the trash fails': {
    disposition: 'trash',
    code: 'EIO',
    only: 'lstatSync .*checkAgain@|isTargetFolder@.*move-folder',
    oneIn: 2,
  },
  'an item set aside for deletion can be neither removed nor renamed back': {
    disposition: 'delete',
    code: 'EACCES',
    stays: true,
    where: 'home',
    only: '(unlinkSync|rmSync) .*finish@',
  },
  'the commit that ends a batch fails': {
    disposition: 'archive',
    code: 'ENOSPC',
    only: "UPDATE batch SET state = 'done'",
  },
  'a bundle has its final name but cannot be synced': {
    disposition: 'archive',
    code: 'EIO',
    only: 'fsyncSync .*syncFolder@.*writeBundle@',
    oneIn: 2,
  },
  'the trash cannot be measured at the end': {
    disposition: 'trash',
    code: 'EIO',
    only: 'readdirSync .*measureTrash@',
    oneIn: 3,
  },
  'an entry is removed from one copy of the routing index and neither can be written any more': {
    disposition: 'archive',
    code: 'EIO',
    stays: true,
    where: 'home',
    only: 'busy_timeout = 40 .*eachInTurns@.*takeBoth@',
  },
  'a file of a session cannot be moved after its rows were deleted, nor put back': {
    disposition: 'trash',
    code: 'EACCES',
    stays: true,
    where: 'home',
    only: 'renameSync .*takeFilesOf@',
  },
  'the store cannot be checked before git reads a bundle back': {
    disposition: 'archive',
    code: 'EIO',
    only: 'lstatSync see@.*hazards@.*exportProject@',
  },
  'a file is not restored': { disposition: 'trash', stage: 'restore', code: 'EACCES', only: 'linkSync ' },
}

const SOME: readonly Part[] = [
  { disposition: 'trash', code: 'EIO', oneIn: 90, offset: 7 },
  { disposition: 'archive', code: 'EACCES', stays: true, oneIn: 70, offset: 3 },
  { disposition: 'delete', code: 'ENOSPC', stays: true, where: 'home', oneIn: 20, offset: 5 },
  { disposition: 'trash', stage: 'restore', code: 'EIO', oneIn: 80, offset: 2 },
]

const whole = (part: Part): Sweep => ({
  stage: 'run',
  stays: false,
  where: 'everywhere',
  calls: 'each-place',
  oneIn: 1,
  offset: 0,
  ...part,
})

const CHILD = join(import.meta.dirname, '../../testing/torture/fault-child.ts')

let temp: TempHome
let swept: readonly Swept[] = []
beforeAll(async () => {
  temp = tempHome()
  const sweeps = JSON.stringify([...Object.values(PLACES), ...SOME].map(whole))
  const { stdout } = await promisify(execFile)(process.execPath, [CHILD, join(temp.root, 'sweep'), sweeps])
  swept = JSON.parse(stdout.trim().split('\n').at(-1) ?? '[]')
}, 300_000)
afterAll(() => temp.cleanup())

it.each(Object.keys(PLACES).map((what, at) => [what, at] as const))(
  'nothing is lost or half done when %s',
  (_, at) => {
    expect(swept[at]?.tried).toBeGreaterThan(0)
    expect(swept[at]?.wrong).toEqual([])
  },
)

it('nothing is lost or half done when some calls of every kind fail', () => {
  const some = swept.slice(Object.keys(PLACES).length)
  expect(some.reduce((sum, { tried }) => sum + tried, 0)).toBeGreaterThan(10)
  expect(some.flatMap(({ wrong }) => wrong)).toEqual([])
})
