/** Sparse files, hard links and extended attributes: they come back as they were, or the plan says that they will not. */
import { spawnSync } from 'node:child_process'
import {
  closeSync,
  ftruncateSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Disposition } from '../../domain/plan/action.ts'
import { readRunItems } from '../../store/plans/plan-items.ts'
import { type CleanLab, cleanLab, dataBeside, stepsOf } from '../../testing/clean-lab.ts'
import { exactTree } from '../../testing/exact-tree.ts'
import { tinyHome } from '../../testing/presets/tiny-home.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'

const OLD_SECONDS = 1_700_000_000
const SPARSE_BYTES = 8_000_000

let temp: TempHome
let lab: CleanLab
beforeEach(() => {
  temp = tempHome()
  tinyHome(temp.path, Date.now())
  lab = cleanLab(temp.path, dataBeside(temp.path))
})
afterEach(() => {
  lab.store.close()
  temp.cleanup()
})

const orphan = (name: string): string => join(temp.path, 'sessions', `session_${name}.json`)

function age(path: string): string {
  utimesSync(path, OLD_SECONDS, OLD_SECONDS)
  return path
}

/** Text at both ends and in the middle, at no boundary of a block. */
function makeSparse(): string {
  const path = orphan('sparse')
  const file = openSync(path, 'w')
  for (const at of [0, 3_000_001, SPARSE_BYTES - 20]) writeSync(file, 'some text', at)
  ftruncateSync(file, SPARSE_BYTES)
  closeSync(file)
  return age(path)
}

function makeLinked(): { readonly path: string; readonly other: string } {
  const [path, other] = [orphan('linked'), join(temp.root, 'other-name')]
  writeFileSync(path, 'x'.repeat(20_000))
  linkSync(path, other)
  return { path: age(path), other }
}

const itemOf = (planId: string, end: string) =>
  readRunItems(lab.store, planId, []).find(({ key }) => key.endsWith(end))

/** Restored items have keys of their own. */
const labelled = (planId: string, label: string) =>
  readRunItems(lab.store, planId, []).find((item) => item.label === label)

async function cleanUp(disposition: Disposition) {
  const plan = await lab.plan(stepsOf('orphan-files'), disposition)
  return { plan, receipt: await lab.run(plan) }
}

it.each(['trash', 'archive'] as const)('a sparse file comes back sparse from the %s', async (disposition) => {
  const path = makeSparse()
  const [tree, { blocks }] = [exactTree(path), lstatSync(path)]
  const { receipt } = await cleanUp(disposition)
  expect(lstatSync(path, { throwIfNoEntry: false })).toBeUndefined()
  await lab.restore(receipt.id)
  expect(exactTree(path)).toEqual(tree)
  expect(lstatSync(path).blocks).toBeLessThanOrEqual(blocks)
  expect(lstatSync(path).blocks * 512).toBeLessThan(SPARSE_BYTES / 10)
})

it('a file of zeros that has no holes comes back without holes', async () => {
  const path = orphan('zeros')
  writeFileSync(path, Buffer.alloc(1_000_000))
  const { blocks } = lstatSync(age(path))
  const { receipt } = await cleanUp('archive')
  await lab.restore(receipt.id)
  expect(lstatSync(path).blocks).toBe(blocks)
})

it('a hard link stays one in the trash', async () => {
  const { path, other } = makeLinked()
  const { plan, receipt } = await cleanUp('trash')
  await lab.restore(receipt.id)
  expect(itemOf(plan.id, 'session_linked.json')?.reason.message).not.toContain('hard link')
  expect(lstatSync(path).ino).toBe(lstatSync(other).ino)
  expect(lstatSync(path).nlink).toBe(2)
})

it('a large file comes back under each of its names, which moved one after the other', async () => {
  const [path, other] = [orphan('one-name'), orphan('other-name')]
  writeFileSync(path, 'x'.repeat(2_000_000))
  linkSync(path, other)
  age(path)
  const { receipt } = await cleanUp('trash')
  expect(await lab.restore(receipt.id)).toMatchObject({ state: 'done', done: receipt.done })
  expect(lstatSync(path).ino).toBe(lstatSync(other).ino)
})

it('an archive plan names a file with hard links, promises no space for it, and restores it as a file of its own', async () => {
  const { path, other } = makeLinked()
  const { plan, receipt } = await cleanUp('archive')
  expect(itemOf(plan.id, 'session_linked.json')).toMatchObject({
    bytes: 0,
    reason: {
      message: expect.stringContaining(
        'It has hard links. Archiving it frees no space, and it comes back as a separate file.',
      ),
    },
  })
  const restore = await lab.restorePlan(receipt.id)
  expect(labelled(restore.id, 'session_linked.json')).toMatchObject({
    reason: {
      code: 'comes-back-but',
      message: expect.stringContaining('It had hard links and comes back as a separate file.'),
    },
  })
  await lab.run(restore)
  expect(lstatSync(path).ino).not.toBe(lstatSync(other).ino)
  expect(readFileSync(path, 'utf8')).toBe(readFileSync(other, 'utf8'))
})

it('an archive plan names a folder with hard links in it', async () => {
  const repository = join(temp.path, 'cron', 'output', 'dead-job')
  mkdirSync(repository, { recursive: true })
  writeFileSync(join(repository, '2024-01-01_00-00-00.md'), 'output')
  linkSync(join(repository, '2024-01-01_00-00-00.md'), join(repository, '2024-01-02_00-00-00.md'))
  age(join(repository, '2024-01-01_00-00-00.md'))
  age(repository)
  const plan = await lab.plan(stepsOf('cron-output'), 'archive')
  expect(itemOf(plan.id, 'dead-job')?.reason.message).toContain(
    '2 hard links in it come back as separate files.',
  )
})

const PYTHON = `import os, sys
if len(sys.argv) > 2: os.setxattr(sys.argv[1], 'user.steward', sys.argv[2].encode())
print(os.getxattr(sys.argv[1], 'user.steward').decode())`

/** Null where there is no python3, or the file system has no attributes. */
function attribute(path: string, value?: string): string | null {
  const args = ['-c', PYTHON, path, ...(value === undefined ? [] : [value])]
  const { status, stdout } = spawnSync('python3', args, { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

it('extended attributes are kept by the trash', async ({ skip }) => {
  const path = orphan('attributes')
  writeFileSync(path, '{}')
  skip(attribute(path, 'kept') === null, 'needs python3 and a file system with extended attributes')
  age(path)
  const { receipt } = await cleanUp('trash')
  await lab.restore(receipt.id)
  expect(attribute(path)).toBe('kept')
})
