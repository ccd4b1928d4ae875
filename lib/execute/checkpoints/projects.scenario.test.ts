import { existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Disposition } from '../../domain/plan/action.ts'
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import type { ProjectTarget } from '../../domain/plan/target.ts'
import { HOUR_MS } from '../../shared/time.ts'
import { exactTree } from '../../testing/exact-tree.ts'
import { git } from '../../testing/home/git.ts'
import type { MadeHome } from '../../testing/make-home.ts'
import { makeThreeProjects } from '../../testing/presets/three-projects.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { unpackBundle } from '../bundle/unpack-bundle.ts'
import { writeBundle } from '../bundle/write-bundle.ts'
import { purgeTrash } from '../files/purge-trash.ts'
import type { ExecuteStep, OnStep } from '../files/step.ts'
import { projectSources, unpackedProject } from './archive-project.ts'
import { collectGarbage } from './collect-garbage.ts'
import { exportProject, keepObjects } from './keep-objects.ts'
import { purgeProjects } from './purge-projects.ts'
import { type ProjectSave, readProject } from './read-project.ts'
import { removeProjects } from './remove-project.ts'
import { type RestoreProject, restoreProjects } from './restore-project.ts'

const NOW_MS = Date.UTC(2026, 10, 16, 9, 30)

let temp: TempHome
let made: MadeHome
let home: string
let store: string

beforeEach(() => {
  temp = tempHome()
  made = makeThreeProjects(temp.path, NOW_MS)
  home = made.path
  store = join(home, 'checkpoints', 'store')
})
afterEach(() => temp.cleanup())

const idOf = (name: string): string => made.checkpointIds.get(name) ?? 'none'
const inStore = (...args: string[]): string => git(args, { gitDir: store, atMs: NOW_MS })
const refs = (): string => inStore('for-each-ref', '--format=%(objectname) %(refname)')
const fsck = (): string => inStore('fsck', '--full', '--strict', '--no-dangling', '--no-progress')
const filesOf = (name: string): string[] =>
  ['indexes', 'projects', 'ledgers'].flatMap((folder) => {
    const path = join(store, folder, folder === 'indexes' ? idOf(name) : `${idOf(name)}.json`)
    return existsSync(path) ? exactTree(path).map((line) => `${folder} ${line}`) : []
  })

function targetOf(name: string): ProjectTarget {
  const json = JSON.parse(readFileSync(join(store, 'projects', `${idOf(name)}.json`), 'utf8'))
  const tip = inStore('rev-parse', `refs/hermes/${idOf(name)}`)
  return { kind: 'project', id: idOf(name), tip, lastTouch: json.last_touch }
}

async function see(name: string): Promise<ProjectSave> {
  const seen = await readProject(home, targetOf(name))
  if (!seen.ok) throw new Error(seen.fault)
  return seen.value
}

const gc = (isHermesLive = () => false) =>
  collectGarbage({ homePath: home, nowMs: Date.now() + 3 * HOUR_MS, isHermesLive })

async function removeOne(
  save: ProjectSave,
  disposition: Disposition,
  onStep?: OnStep,
): Promise<Outcome | undefined> {
  return (await removeProjects(home, 'r1', [save], disposition, onStep)).get(save.id)
}

async function restoreOne(
  save: ProjectSave,
  unpacked: RestoreProject['unpacked'],
  onStep?: OnStep,
): Promise<Outcome | undefined> {
  const place = { homePath: home, receiptId: 'r1', ...(onStep && { onStep }) }
  return (await restoreProjects(place, [{ save, unpacked }])).get(save.id)
}

async function toTrash(name: string): Promise<ProjectSave> {
  const save = await see(name)
  expect(await keepObjects(home, 'r1', [save])).toEqual(new Map())
  expect(await removeOne(save, 'trash')).toEqual({ kind: 'done', freedBytes: 0 })
  return save
}

const fromTrash = (save: ProjectSave) => restoreOne(save, null)

async function toArchive(name: string): Promise<{ save: ProjectSave; path: string }> {
  const save = await see(name)
  const history = await exportProject(home, save, temp.root)
  if (!history.ok) throw new Error(history.fault.message)
  const bundle = await writeBundle({
    homePath: home,
    folder: join(temp.root, 'archives'),
    name: 'b.tar.zst',
    sources: projectSources('item', save, history.value),
    about: {},
    nowMs: NOW_MS,
  })
  if (!bundle.ok) throw new Error(bundle.fault.message)
  expect(bundle.value.skipped).toEqual([])
  expect((await removeOne(save, 'archive'))?.kind).toBe('done')
  return { save, path: bundle.value.path }
}

describe('a project of the shared store', () => {
  it.each(['loose', 'packed'])('is restored identically from the trash, with %s refs', async (form) => {
    if (form === 'packed') inStore('pack-refs', '--all')
    const before = { refs: refs(), files: filesOf('gone') }
    const save = await toTrash('gone')
    expect(refs()).not.toContain(`refs/hermes/${idOf('gone')}`)
    expect(filesOf('gone')).toEqual([])
    expect(await gc()).toMatchObject({ ok: true })
    expect(await fromTrash(save)).toEqual({ kind: 'done', freedBytes: 0 })
    expect({ refs: refs(), files: filesOf('gone') }).toEqual(before)
    expect(fsck()).toBe('')
  })

  it('is restored identically from an archive, even after its objects were collected', async () => {
    const before = { refs: refs(), files: filesOf('gone') }
    const { save, path } = await toArchive('gone')
    expect(await gc()).toMatchObject({ ok: true })
    expect(() => inStore('cat-file', '-e', `${save.tip}`)).toThrow()
    expect(await unpackBundle(path, home, 'r1')).toMatchObject({ ok: true })
    const unpacked = unpackedProject(home, 'r1', save)
    expect(await restoreOne(save, unpacked)).toEqual({
      kind: 'done',
      freedBytes: 0,
    })
    expect({ refs: refs(), files: filesOf('gone') }).toEqual(before)
    expect(fsck()).toBe('')
  })

  it('leaves other histories intact when it is deleted, including shared objects', async () => {
    const others = ['here', 'third'].map((name) => [
      inStore('rev-list', '--objects', `refs/hermes/${idOf(name)}`),
      ...filesOf(name),
    ])
    const save = await see('gone')
    const outcome = await removeOne(save, 'delete')
    expect(outcome).toEqual({
      kind: 'done',
      freedBytes: save.files.reduce((sum, { bytes }) => sum + bytes, 0),
    })
    const freed = await gc()
    expect(freed.ok && freed.value).toBeGreaterThan(0)
    expect(() => inStore('cat-file', '-e', `${save.tip}`)).toThrow()
    expect(
      ['here', 'third'].map((name) => [
        inStore('rev-list', '--objects', `refs/hermes/${idOf(name)}`),
        ...filesOf(name),
      ]),
    ).toEqual(others)
    expect(fsck()).toBe('')
  })

  it('is removed and restored completely after a kill at any step', async () => {
    const before = { refs: refs(), files: filesOf('gone') }
    const save = await see('gone')
    const dieAt = (count: number) => {
      let steps = 0
      return (step: ExecuteStep) => {
        steps += 1
        if (steps === count) throw new Error(step)
      }
    }
    for (const count of [1, 2, 3, 4]) {
      await expect(
        keepObjects(home, 'r1', [save]).then(() => removeOne(save, 'trash', dieAt(count))),
      ).rejects.toThrow()
      expect((await removeOne(save, 'trash'))?.kind).toBe('done')
      await expect(restoreOne(save, null, dieAt(count))).rejects.toThrow()
      expect((await fromTrash(save))?.kind).toBe('done')
      expect({ refs: refs(), files: filesOf('gone') }).toEqual(before)
    }
  })

  it('is skipped if it changed since the preview', async () => {
    const target = targetOf('gone')
    const other = targetOf('here').tip ?? ''
    inStore('update-ref', `refs/hermes/${target.id}`, other)
    expect(await readProject(home, target)).toEqual({ ok: false, fault: 'folder-changed' })
    inStore('update-ref', `refs/hermes/${target.id}`, target.tip ?? '')
    expect(await readProject(home, { ...target, lastTouch: 1 })).toEqual({
      ok: false,
      fault: 'folder-changed',
    })
    writeFileSync(join(store, 'indexes', `${target.id}.lock`), '')
    expect(await readProject(home, target)).toEqual({ ok: false, fault: 'in-use' })
  })

  it('is skipped if its ref moves after the last check', async () => {
    const save = await see('gone')
    const other = targetOf('here').tip ?? ''
    const files = filesOf('gone')
    const outcome = await removeOne(save, 'delete', (step) => {
      if (step === 'delete-ref') inStore('update-ref', `refs/hermes/${save.id}`, other)
    })
    expect(outcome).toMatchObject({ kind: 'skipped', code: 'folder-changed' })
    expect(refs()).toContain(`${other} refs/hermes/${save.id}`)
    expect(filesOf('gone')).toEqual(files)
  })

  it('does not keep others of its batch from being removed if its ref moves after the last check', async () => {
    const saves = [await see('gone'), await see('third')]
    const [gone, third] = [idOf('gone'), idOf('third')]
    const other = targetOf('here').tip ?? ''
    const outcomes = await removeProjects(home, 'r1', saves, 'delete', (step) => {
      if (step === 'delete-ref') inStore('update-ref', `refs/hermes/${gone}`, other)
    })
    expect(outcomes.get(gone)).toMatchObject({ kind: 'skipped', code: 'folder-changed' })
    expect(outcomes.get(third)?.kind).toBe('done')
    expect(refs()).not.toContain(third)
  })

  it('is removed and kept in one transaction with the others of its batch', async () => {
    const saves = [await see('gone'), await see('third')]
    const before = { refs: refs(), files: [...filesOf('gone'), ...filesOf('third')] }
    // Git cannot change one of them, so it changes neither.
    const lockThird = (place: string) => (step: ExecuteStep) => {
      if (step !== 'delete-ref' && step !== 'keep-objects') return
      mkdirSync(join(store, 'refs', place), { recursive: true })
      writeFileSync(join(store, 'refs', place, `${idOf('third')}.lock`), '')
    }
    const kept = await keepObjects(home, 'r1', saves, lockThird('steward-trash/r1'))
    expect([...kept.values()].map(({ code }) => code)).toEqual(['git-failed', 'git-failed'])
    const outcomes = await removeProjects(home, 'r1', saves, 'delete', lockThird('hermes'))
    expect([...outcomes.values()].map(({ kind }) => kind)).toEqual(['failed', 'failed'])
    expect({ refs: refs(), files: [...filesOf('gone'), ...filesOf('third')] }).toEqual(before)
  })

  it('is not restored over a project that Hermes created again', async () => {
    const save = await toTrash('gone')
    const other = targetOf('here').tip ?? ''
    inStore('update-ref', `refs/hermes/${save.id}`, other)
    expect(await fromTrash(save)).toMatchObject({ kind: 'skipped', code: 'place-taken' })
    inStore('update-ref', '-d', `refs/hermes/${save.id}`)
    writeFileSync(join(store, 'projects', `${save.id}.json`), '{"last_touch": 5}')
    expect(await fromTrash(save)).toMatchObject({ kind: 'skipped', code: 'place-taken' })
    expect(readFileSync(join(store, 'projects', `${save.id}.json`), 'utf8')).toBe('{"last_touch": 5}')
    expect(filesOf('gone')).toHaveLength(1)
  })

  it('is not restored if its history is gone, and nothing is written', async () => {
    const save = await toTrash('gone')
    expect(await purgeProjects(home, 'r1')).toEqual({ ok: true, value: 1 })
    expect(await gc()).toMatchObject({ ok: true })
    expect(await fromTrash(save)).toMatchObject({ kind: 'failed', code: 'git-failed' })
    expect(filesOf('gone')).toEqual([])
  })

  it('frees its objects when its trash is purged', async () => {
    const save = await toTrash('gone')
    await gc()
    expect(inStore('cat-file', '-t', `${save.tip}`)).toBe('commit')
    expect(await purgeProjects(home, 'r1')).toEqual({ ok: true, value: 1 })
    expect(purgeTrash(home, 'r1').kind).toBe('done')
    await gc()
    expect(() => inStore('cat-file', '-e', `${save.tip}`)).toThrow()
    expect(fsck()).toBe('')
  })

  it('is not found through a symbolic link', async () => {
    const target = targetOf('gone')
    renameSync(store, join(temp.root, 'elsewhere'))
    symlinkSync(join(temp.root, 'elsewhere'), store)
    expect(await readProject(home, target)).toEqual({ ok: false, fault: 'not-a-plain-file' })
    expect(await gc()).toMatchObject({
      ok: false,
      fault: { code: 'git-failed', message: expect.stringContaining('checkpoints/store is a symbolic link') },
    })
  })
})
