/** Permissions in the shared store after a removal, a gc and a restore. Files of another umask stay as they were. */
import { chmodSync, lstatSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Disposition } from '../../domain/plan/action.ts'
import { HOUR_MS } from '../../shared/time.ts'
import { git } from '../../testing/home/git.ts'
import type { MadeHome } from '../../testing/make-home.ts'
import { makeThreeProjects } from '../../testing/presets/three-projects.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { unpackBundle } from '../bundle/unpack-bundle.ts'
import { writeBundle } from '../bundle/write-bundle.ts'
import { projectSources, unpackedProject } from './archive-project.ts'
import { collectGarbage } from './collect-garbage.ts'
import { exportProject, keepObjects } from './keep-objects.ts'
import { type ProjectSave, readProject } from './read-project.ts'
import { removeProjects } from './remove-project.ts'
import { type RestoreProject, restoreProjects } from './restore-project.ts'
import { setMode } from './store-modes.ts'

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

const inStore = (...args: string[]): string => git(args, { gitDir: store, atMs: NOW_MS })
const modeOf = (path: string): string => (lstatSync(path).mode & 0o7777).toString(8)

/** As Hermes' git writes it with another umask than that of this process. */
function setUmask(umask: number): void {
  for (const entry of readdirSync(store, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), (entry.isDirectory() ? 0o777 : 0o666) & ~umask)
}

const modes = (): Record<string, string> =>
  Object.fromEntries(
    ['refs/hermes', 'indexes', 'projects', 'ledgers', 'packed-refs'].flatMap((name) => {
      const path = join(store, name)
      const stats = lstatSync(path, { throwIfNoEntry: false })
      if (stats === undefined) return []
      const inside = stats.isDirectory() ? readdirSync(path).map((each) => `${name}/${each}`) : []
      return [name, ...inside].map((each) => [each, modeOf(join(store, each))])
    }),
  )

async function read(name: string): Promise<ProjectSave> {
  const id = made.checkpointIds.get(name) ?? ''
  const json = JSON.parse(readFileSync(join(store, 'projects', `${id}.json`), 'utf8'))
  const tip = inStore('rev-parse', `refs/hermes/${id}`)
  const save = await readProject(home, { kind: 'project', id, tip, lastTouch: json.last_touch })
  if (!save.ok) throw new Error(save.fault)
  return save.value
}

const gc = () =>
  collectGarbage({ homePath: home, nowMs: Date.now() + 3 * HOUR_MS, isHermesLive: () => false })

async function removeOne(save: ProjectSave, disposition: Disposition) {
  return (await removeProjects(home, 'r1', [save], disposition)).get(save.id)
}

async function restoreOne(save: ProjectSave, unpacked: RestoreProject['unpacked'] = null) {
  return (await restoreProjects({ homePath: home, receiptId: 'r1' }, [{ save, unpacked }])).get(save.id)
}

async function throughTrash(names: readonly string[]): Promise<void> {
  const saves: ProjectSave[] = []
  for (const name of names) {
    const save = await read(name)
    saves.push(save)
    expect(await keepObjects(home, 'r1', [save])).toEqual(new Map())
    expect((await removeOne(save, 'trash'))?.kind).toBe('done')
  }
  for (const save of saves)
    expect(await restoreOne(save)).toEqual({
      kind: 'done',
      freedBytes: 0,
    })
}

async function throughArchive(name: string): Promise<void> {
  const save = await read(name)
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
  expect((await removeOne(save, 'archive'))?.kind).toBe('done')
  expect(await gc()).toMatchObject({ ok: true })
  expect(await unpackBundle(bundle.value.path, home, 'r1')).toMatchObject({ ok: true })
  const unpacked = unpackedProject(home, 'r1', save)
  expect((await restoreOne(save, unpacked))?.kind).toBe('done')
}

describe.each([0o007, 0o077])('a store of umask %o', (umask) => {
  it('has the same modes after every project was trashed and restored', async () => {
    setUmask(umask)
    const before = modes()
    await throughTrash(['gone', 'here', 'third'])
    expect(modes()).toEqual(before)
  })

  it('has the same modes with packed refs, of which restored ones are loose', async () => {
    inStore('pack-refs', '--all')
    setUmask(umask)
    const { 'refs/hermes': _, ...before } = modes()
    await throughTrash(['gone'])
    const id = `refs/hermes/${made.checkpointIds.get('gone')}`
    const file = (0o666 & ~umask).toString(8)
    expect(modes()).toEqual({
      ...before,
      'refs/hermes': (0o777 & ~umask).toString(8),
      [id]: file,
      'packed-refs': file,
    })
  })

  it('has no file or folder of other modes after an archive, a gc and a restore', async () => {
    setUmask(umask)
    await throughArchive('gone')
    const others = readdirSync(store, { recursive: true, withFileTypes: true }).flatMap((entry) => {
      const path = join(entry.parentPath, entry.name)
      // Git makes objects and packs read-only.
      const allowed = entry.isDirectory() ? [0o777] : [0o666, 0o444]
      return allowed.some((mode) => modeOf(path) === (mode & ~umask).toString(8))
        ? []
        : [`${path} ${modeOf(path)}`]
    })
    expect(others).toEqual([])
  })
})

it('a ref of an odd mode gets it back, and one saved by 0.1.0 gets the mode of the store', async () => {
  const ref = join(store, 'refs', 'hermes', made.checkpointIds.get('gone') ?? '')
  setUmask(0o027)
  chmodSync(ref, 0o604)
  await throughTrash(['gone'])
  expect(modeOf(ref)).toBe('604')
  const { refModes: _, ...save } = await read('gone')
  expect(await keepObjects(home, 'r1', [save])).toEqual(new Map())
  expect((await removeOne(save, 'trash'))?.kind).toBe('done')
  expect((await restoreOne(save))?.kind).toBe('done')
  expect(modeOf(ref)).toBe('640')
})

it('no mode is set behind a link that took the place of a folder', () => {
  const elsewhere = join(temp.root, 'elsewhere')
  renameSync(join(store, 'refs'), elsewhere)
  symlinkSync(elsewhere, join(store, 'refs'))
  chmodSync(join(elsewhere, 'hermes'), 0o700)
  expect(setMode(home, 'refs/hermes', 0o755)).toBe(false)
  expect(modeOf(join(elsewhere, 'hermes'))).toBe('700')
})

it('a gc makes a folder again with the mode it had', async () => {
  for (const name of ['gone', 'here', 'third']) {
    const save = await read(name)
    expect((await removeOne(save, 'delete'))?.kind).toBe('done')
  }
  rmSync(join(store, 'branches'), { recursive: true, force: true })
  setUmask(0o007)
  chmodSync(store, 0o770)
  expect(await gc()).toMatchObject({ ok: true })
  expect([modeOf(join(store, 'refs')), modeOf(join(store, 'branches'))]).toEqual(['770', '770'])
})
