/** Stores through which git would work outside the home. Steward runs no git on them. */
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../shared/time.ts'
import { exactTree } from '../../testing/exact-tree.ts'
import { git } from '../../testing/home/git.ts'
import type { MadeHome } from '../../testing/make-home.ts'
import { makeThreeProjects } from '../../testing/presets/three-projects.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { collectGarbage } from './collect-garbage.ts'
import { exportProject, keepObjects } from './keep-objects.ts'
import { measureTrashedHistory } from './measure-trashed-history.ts'
import { purgeProjects } from './purge-projects.ts'
import { type ProjectSave, readProject } from './read-project.ts'
import { removeProjects } from './remove-project.ts'
import { restoreProjects } from './restore-project.ts'

const NOW_MS = Date.UTC(2026, 10, 16, 9, 30)
const OLD_S = (NOW_MS - 400 * DAY_MS) / 1000

/** Made once and copied for each test. */
let made: { temp: TempHome; ids: MadeHome['checkpointIds']; old: ProjectSave; save: ProjectSave }
let root: string
let home: string
let store: string
let foreign: string
let marker: string
/** The foreign commit without a ref. */
let lost: string

beforeAll(async () => {
  const temp = tempHome()
  const { checkpointIds } = makeThreeProjects(temp.path, NOW_MS)
  enter(temp.root)
  const old = await read(checkpointIds.get('third') ?? '')
  expect(await keepObjects(home, 'r1', [old])).toEqual(new Map())
  expect((await removeProjects(home, 'r1', [old], 'trash')).get(old.id)?.kind).toBe('done')
  made = { temp, ids: checkpointIds, old, save: await read(checkpointIds.get('gone') ?? '') }
  makeForeign()
})
afterAll(() => made.temp.cleanup())

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'steward-')))
  execFileSync('cp', ['-a', `${made.temp.root}/.`, root])
  enter(root)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function enter(folder: string): void {
  root = folder
  home = join(root, 'home')
  store = join(home, 'checkpoints', 'store')
  foreign = join(root, 'foreign')
  marker = join(root, 'a program was started')
}

const inStore = (...args: string[]): string => git(args, { gitDir: store, atMs: NOW_MS })
const inForeign = (...args: string[]): string => git(args, { gitDir: foreign, atMs: NOW_MS })

/** A repository outside the home, with an old commit that no ref names. Its own gc would keep that commit. */
function makeForeign(): void {
  git(['init', '--quiet', '--bare', foreign], { gitDir: foreign, atMs: NOW_MS })
  // With the store's objects, so that git works on the one in place of the other.
  cpSync(join(store, 'objects'), join(foreign, 'objects'), { recursive: true })
  const tree = git(['write-tree'], { gitDir: foreign, indexFile: join(root, 'index'), atMs: NOW_MS })
  const kept = inForeign('commit-tree', tree, '-m', 'kept')
  lost = inForeign('commit-tree', tree, '-m', 'only by its name')
  inForeign('update-ref', '--create-reflog', '-m', 'made', 'refs/heads/master', kept)
  const late = inForeign('commit-tree', tree, '-p', kept, '-m', 'late')
  inForeign('update-ref', '-m', 'moved', 'refs/heads/master', late)
  writeFileSync(join(foreign, 'logs/refs/heads/master'), oldLog(kept))
  const resolution = join(foreign, 'rr-cache', 'a'.repeat(40))
  mkdirSync(resolution, { recursive: true })
  writeFileSync(join(resolution, 'preimage'), 'a conflict')
  for (const entry of readdirSync(foreign, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) utimesSync(join(entry.parentPath, entry.name), OLD_S, OLD_S)
}

const oldLog = (id: string): string =>
  `${'0'.repeat(40)} ${id} Somebody <a@b> ${OLD_S} +0000\tmade long ago\n`

const everything = () => ({ foreign: exactTree(foreign), home: exactTree(home) })

/** Puts a link to a part of the foreign repository in place of the store's own. */
function linkTo(part: string): void {
  rmSync(join(store, part), { recursive: true, force: true })
  mkdirSync(dirname(join(store, part)), { recursive: true })
  symlinkSync(join(foreign, part), join(store, part))
}

const setting = (text: string) => (): void => appendFileSync(join(store, 'config'), `${text}\n`)

/** By the part that the refusal names, how the store is made hostile. */
const HOSTILE: readonly (readonly [part: string, make: () => void])[] = [
  ['objects is a symbolic link', () => linkTo('objects')],
  [
    'objects/ab is a symbolic link',
    () => {
      rmSync(join(store, 'objects/ab'), { recursive: true, force: true })
      symlinkSync(join(foreign, 'objects', lost.slice(0, 2)), join(store, 'objects/ab'))
    },
  ],
  [
    'objects/pack is a symbolic link',
    () => {
      inForeign('repack', '-a', '-q')
      linkTo('objects/pack')
    },
  ],
  ['objects/info is a symbolic link', () => linkTo('objects/info')],
  ['refs is a symbolic link', () => linkTo('refs')],
  ['refs/heads is a symbolic link', () => linkTo('refs/heads')],
  ['logs is a symbolic link', () => linkTo('logs')],
  ['rr-cache is a symbolic link', () => linkTo('rr-cache')],
  ['HEAD is a symbolic link', () => linkTo('HEAD')],
  ['config is a symbolic link', () => linkTo('config')],
  ['info is a symbolic link', () => linkTo('info')],
  [
    'packed-refs is a symbolic link',
    () => {
      inForeign('pack-refs', '--all')
      linkTo('packed-refs')
    },
  ],
  [
    'indexes is a symbolic link',
    () => {
      renameSync(join(store, 'indexes'), join(root, 'indexes'))
      symlinkSync(join(root, 'indexes'), join(store, 'indexes'))
    },
  ],
  [
    'commondir points git to another repository',
    () => writeFileSync(join(store, 'commondir'), `${foreign}\n`),
  ],
  [
    'objects/info/alternates points git to another repository',
    () => {
      inForeign('update-ref', 'refs/heads/copied', tipOf('here'))
      inForeign('repack', '-a', '-q')
      writeFileSync(join(store, 'objects/info/alternates'), `${join(foreign, 'objects')}\n`)
    },
  ],
  [
    'objects/info/http-alternates points git to another repository',
    () => writeFileSync(join(store, 'objects/info/http-alternates'), 'http://127.0.0.1:9/\n'),
  ],
  [
    'worktrees points git to another repository',
    () => {
      mkdirSync(join(store, 'worktrees/one'), { recursive: true })
      writeFileSync(join(store, 'worktrees/one/gitdir'), join(foreign, '.git\n'))
    },
  ],
  [
    'config.worktree points git to another repository',
    () => writeFileSync(join(store, 'config.worktree'), ''),
  ],
  ['shallow hides part of the history', () => writeFileSync(join(store, 'shallow'), `${tipOf('gone')}\n`)],
  [
    'info/grafts hides part of the history',
    () => writeFileSync(join(store, 'info/grafts'), `${tipOf('gone')}\n`),
  ],
  [
    'logs/refs/hermes/gone is a hard link',
    () => {
      mkdirSync(join(store, 'logs/refs/hermes'), { recursive: true })
      linkSync(join(foreign, 'logs/refs/heads/master'), join(store, 'logs/refs/hermes/gone'))
    },
  ],
  [
    'refs/heads/pipe is neither a file nor a folder',
    () => execFileSync('mkfifo', [join(store, 'refs/heads/pipe')]),
  ],
  ['config sets include.path', setting('[include]\n\tpath = /etc/gitconfig')],
  ['config sets gc.recentobjectshook', () => setting(`[gc]\n\trecentObjectsHook = touch '${marker}'`)()],
]

const tipOf = (name: string): string => inStore('rev-parse', `refs/hermes/${made.ids.get(name)}`)

async function read(id: string): Promise<ProjectSave> {
  const json = JSON.parse(readFileSync(join(store, 'projects', `${id}.json`), 'utf8'))
  const tip = inStore('rev-parse', `refs/hermes/${id}`)
  const save = await readProject(home, { kind: 'project', id, tip, lastTouch: json.last_touch })
  if (!save.ok) throw new Error(save.fault)
  return save.value
}

describe('a store that leads out of the home', () => {
  it.each(HOSTILE)('is not touched by git: %s', async (part, make) => {
    const { old, save } = made
    make()
    const before = everything()
    const later = { homePath: home, nowMs: Date.now() + 3 * HOUR_MS, isHermesLive: () => false }
    const answers = [
      await exportProject(home, save, root),
      await purgeProjects(home, 'r1'),
      await collectGarbage(later),
    ]
    const measured = await measureTrashedHistory(home, 'r1')
    const kept = (await keepObjects(home, 'r2', [save])).get(save.id)
    const removed = (await removeProjects(home, 'r2', [save], 'delete')).get(save.id)
    const restored = (
      await restoreProjects({ homePath: home, receiptId: 'r1' }, [{ save: old, unpacked: null }])
    ).get(old.id)
    expect(everything()).toEqual(before)
    expect(existsSync(marker)).toBe(false)
    const refusal = { code: 'git-failed', message: expect.stringContaining(`checkpoints/store/${part}`) }
    expect(answers).toEqual(answers.map(() => ({ ok: false, fault: refusal })))
    expect(kept).toEqual(refusal)
    expect(removed).toEqual({ kind: 'failed', ...refusal })
    expect(measured).toBeNull()
    expect(restored).toMatchObject({ kind: expect.not.stringMatching('done') })
  })

  it('is detected even if it was changed right before git starts', async () => {
    const before = exactTree(foreign)
    const link = (): void => linkTo('objects')
    const { ids } = made
    const save = await read(ids.get('gone') ?? '')
    const refusal = { code: 'git-failed', message: expect.stringContaining('checkpoints/store/objects is') }
    expect((await removeProjects(home, 'r2', [save], 'delete', link)).get(save.id)).toEqual({
      kind: 'failed',
      ...refusal,
    })
    unlinkSync(join(store, 'objects'))
    execFileSync('cp', ['-a', join(made.temp.root, 'home/checkpoints/store/objects'), store])
    const later = { homePath: home, nowMs: Date.now() + 3 * HOUR_MS, isHermesLive: () => false }
    expect(await collectGarbage({ ...later, onStep: link })).toEqual({ ok: false, fault: refusal })
    expect(exactTree(foreign)).toEqual(before)
  })
})
