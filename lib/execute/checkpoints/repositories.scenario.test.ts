import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../shared/time.ts'
import { exactTree } from '../../testing/exact-tree.ts'
import { folderFingerprintOf } from '../../testing/fingerprints.ts'
import { git } from '../../testing/home/git.ts'
import type { CheckpointSpec } from '../../testing/home/spec.ts'
import { type MadeHome, makeHome } from '../../testing/make-home.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { folderMemberName } from '../bundle/bundle-source.ts'
import { unpackBundle, unpackedNames } from '../bundle/unpack-bundle.ts'
import { writeBundle } from '../bundle/write-bundle.ts'
import { moveBack } from '../files/move-back.ts'
import { moveFolderToTrash } from '../files/move-folder-to-trash.ts'
import { removeFolder } from '../files/remove-folder.ts'

const NOW_MS = Date.now()
const LEGACY = 'legacy-20260601-101010'
const SPECS: CheckpointSpec[] = [
  {
    layout: 'v1',
    name: 'one',
    workdir: 'present',
    touchedMs: NOW_MS - DAY_MS,
    commits: 3,
    bytesPerCommit: 9_000,
  },
  { layout: 'v1', name: 'two', workdir: 'present', touchedMs: NOW_MS - 9 * DAY_MS },
  { layout: 'legacy', name: LEGACY, workdir: 'orphan', touchedMs: NOW_MS - 70 * DAY_MS, repositories: 2 },
]

let temp: TempHome
let made: MadeHome
let home: string

beforeEach(() => {
  temp = tempHome()
  made = makeHome({ path: temp.path, era: 'aug', nowMs: NOW_MS, checkpoints: SPECS })
  home = made.path
})
afterEach(() => temp.cleanup())

const pathsOf = (): string[][] =>
  [made.checkpointIds.get('one') ?? '', made.checkpointIds.get('two') ?? '', LEGACY].map((name) => [
    'checkpoints',
    name,
  ])

const repositories = (): string[] => [
  ...['one', 'two'].map((name) => join(home, 'checkpoints', made.checkpointIds.get(name) ?? '')),
  ...readdirSync(join(home, 'checkpoints', LEGACY)).map((name) => join(home, 'checkpoints', LEGACY, name)),
]

const states = (): string[] =>
  repositories().map((gitDir) => {
    const place = { gitDir, workTree: temp.root, atMs: NOW_MS }
    return `${git(['fsck', '--full', '--strict', '--no-dangling', '--no-progress'], place)} ${git(['for-each-ref'], place)}`
  })

const trees = (): string[][] => pathsOf().map((names) => exactTree(join(home, ...names)))

describe('v1 repositories and legacy folders', () => {
  it('are restored identically from the trash', () => {
    const before = { states: states(), trees: trees() }
    for (const names of pathsOf())
      expect(moveFolderToTrash(home, 'r1', folderFingerprintOf(home, ...names)).kind).toBe('done')
    expect(readdirSync(join(home, 'checkpoints'))).toEqual([])
    for (const names of pathsOf())
      expect(moveBack({ homePath: home, receiptId: 'r1', names }).kind).toBe('done')
    expect({ states: states(), trees: trees() }).toEqual(before)
  })

  it('are restored identically from an archive', async () => {
    const before = { states: states(), trees: trees() }
    const targets = pathsOf().map((names) => folderFingerprintOf(home, ...names))
    const bundle = await writeBundle({
      homePath: home,
      folder: join(temp.root, 'archives'),
      name: '1.tar.zst',
      sources: targets.map((target) => ({ kind: 'folder', id: target.path.join('/'), target })),
      about: {},
      nowMs: NOW_MS,
    })
    expect(bundle).toMatchObject({ ok: true, value: { skipped: [] } })
    for (const target of targets) expect(removeFolder(home, target).kind).toBe('done')
    expect(readdirSync(join(home, 'checkpoints'))).toEqual([])
    expect(await unpackBundle(join(temp.root, 'archives', '1.tar.zst'), home, 'r1')).toMatchObject({
      ok: true,
    })
    for (const names of pathsOf()) {
      const from = unpackedNames(folderMemberName(names))
      expect(moveBack({ homePath: home, receiptId: 'r1', names, from }).kind).toBe('done')
    }
    expect({ states: states(), trees: trees() }).toEqual(before)
  })

  it('are skipped if Hermes took a checkpoint since the preview', () => {
    const [gitDir = ''] = repositories()
    const [names = []] = pathsOf()
    const target = folderFingerprintOf(home, ...names)
    const workTree = readFileSync(join(gitDir, 'HERMES_WORKDIR'), 'utf8').trim()
    writeFileSync(join(workTree, 'main.py'), 'print("changed")')
    for (const args of [
      ['add', '-A'],
      ['commit', '--quiet', '-m', 'before write_file'],
    ])
      git(args, { gitDir, workTree, atMs: NOW_MS })
    expect(moveFolderToTrash(home, 'r1', target)).toMatchObject({ kind: 'skipped', code: 'folder-changed' })
    expect(removeFolder(home, target)).toMatchObject({ kind: 'skipped', code: 'folder-changed' })
    expect(git(['rev-list', '--count', 'master'], { gitDir, workTree, atMs: NOW_MS })).toBe('4')
    rmSync(workTree, { recursive: true })
    expect(existsSync(gitDir)).toBe(true)
  })
})
