import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { CheckpointFacts } from '../../domain/checkpoints/checkpoint.ts'
import { aCheckpoint } from '../../testing/factories.ts'
import { smallHome } from '../../testing/presets/small-home.ts'
import { tempHome } from '../../testing/temp-home.ts'
import { CommitCounter } from './commit-counter.ts'

const temp = tempHome()
afterAll(temp.cleanup)

it('commits are counted in the background, kept while nothing changes, and counted again when it does', async () => {
  const made = smallHome(temp.path, 'mar', Date.now())
  const itemOf = (name: string, more: Partial<CheckpointFacts> = {}) =>
    aCheckpoint({ id: made.checkpointIds.get(name) ?? '', layout: 'v1', commits: null, ...more })
  const counter = new CommitCounter(made.path)
  const items = [itemOf('live0'), itemOf('live2')]
  const work = counter.count(items)
  expect(counter.running).toBe(true)
  expect(items.map((item) => counter.commitsOf(item))).toEqual([null, null])
  await work
  expect(items.map((item) => counter.commitsOf(item))).toEqual([1, 3])
  expect(counter.running).toBe(false)
  expect(counter.isCounted(itemOf('live0', { bytes: 5 }))).toBe(false)
  await counter.count([itemOf('live0', { bytes: 5 })])
  expect(counter.commitsOf(itemOf('live0', { bytes: 5 }))).toBe(1)
})

it('git is not run on a repository that leads out of the home, and the reason is known', async () => {
  const made = smallHome(join(temp.root, 'linked'), 'mar', Date.now())
  const id = made.checkpointIds.get('live2') ?? ''
  const objects = join(made.path, 'checkpoints', id, 'objects')
  renameSync(objects, join(temp.root, 'elsewhere'))
  symlinkSync(join(temp.root, 'elsewhere'), objects)
  const item = aCheckpoint({ id, layout: 'v1', commits: null })
  const counter = new CommitCounter(made.path)
  expect(counter.hazardOf(item)).toBeNull()
  await counter.count([item])
  expect(counter.hazardOf(item)).toEqual({ kind: 'link', path: `checkpoints/${id}/objects` })
  expect(counter.commitsOf(item)).toBeNull()
})

it('a folder that is not a repository is unknown and queried only once', async () => {
  const home = join(temp.root, 'broken')
  mkdirSync(join(home, 'checkpoints', 'feedfeedfeedfeed'), { recursive: true })
  writeFileSync(join(home, 'checkpoints', 'feedfeedfeedfeed', 'HEAD'), 'nonsense')
  const item = aCheckpoint({ id: 'feedfeedfeedfeed', commits: null })
  const counter = new CommitCounter(home)
  await counter.count([item])
  expect([counter.isCounted(item), counter.commitsOf(item)]).toEqual([true, null])
})
