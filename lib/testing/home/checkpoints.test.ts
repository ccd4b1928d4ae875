import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../shared/time.ts'
import { type MadeHome, makeHome } from '../make-home.ts'
import { type TempHome, tempHome } from '../temp-home.ts'
import type { CheckpointSpec } from './spec.ts'

const NOW_MS = Date.UTC(2026, 10, 16, 9, 30)

const SPECS: CheckpointSpec[] = [
  { layout: 'v1', name: 'here', workdir: 'present', touchedMs: NOW_MS - DAY_MS, commits: 2 },
  { layout: 'v1', name: 'filled', workdir: 'orphan', touchedMs: NOW_MS - 9 * DAY_MS, files: 90 },
  { layout: 'v1', name: 'away', workdir: 'unreachable', touchedMs: NOW_MS - 9 * DAY_MS },
  { layout: 'v2', name: 'here2', workdir: 'present', touchedMs: NOW_MS, commits: 3, bytesPerCommit: 50_000 },
  { layout: 'v2', name: 'gone2', workdir: 'orphan', touchedMs: NOW_MS - 70 * DAY_MS },
  { layout: 'v2', name: 'away2', workdir: 'unreachable', touchedMs: NOW_MS - 70 * DAY_MS },
  { layout: 'legacy', name: 'legacy-20260601-101010', workdir: 'orphan', touchedMs: NOW_MS, repositories: 2 },
]

describe('checkpoints', () => {
  let temp: TempHome
  let home: MadeHome
  let base: string

  beforeAll(() => {
    temp = tempHome()
    home = makeHome({ path: temp.path, era: 'aug', nowMs: NOW_MS, checkpoints: SPECS })
    base = join(home.path, 'checkpoints')
  })
  afterAll(() => temp.cleanup())

  const idOf = (name: string): string => home.checkpointIds.get(name) ?? 'none'
  // Git refuses to start if the recorded working folder is missing, so it gets another one.
  const git = (gitDir: string, ...args: string[]): string =>
    execFileSync('git', ['--git-dir', gitDir, '--work-tree', temp.root, ...args], {
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim()
  const countFiles = (folder: string): number =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length

  it('are repositories that pass git fsck', () => {
    const legacy = join(base, 'legacy-20260601-101010')
    const repositories = [
      join(base, 'store'),
      ...['here', 'filled', 'away'].map((name) => join(base, idOf(name))),
      ...readdirSync(legacy).map((name) => join(legacy, name)),
    ]
    expect(repositories).toHaveLength(6)
    for (const repository of repositories)
      expect(git(repository, 'fsck', '--full', '--strict', '--no-dangling')).toBe('')
  })

  it('are named after their working folder', () => {
    const workdir = readFileSync(join(base, idOf('here'), 'HERMES_WORKDIR'), 'utf8').trim()
    expect(workdir).toBe(join(home.projectsPath, 'here'))
    expect(createHash('sha256').update(workdir).digest('hex').startsWith(idOf('here'))).toBe(true)
    expect(git(join(base, idOf('here')), 'config', 'core.worktree')).toBe(workdir)
  })

  it('have the requested commits and number of files', () => {
    expect(git(join(base, idOf('here')), 'rev-list', '--count', 'master')).toBe('2')
    expect(git(join(base, 'store'), 'rev-list', '--count', `refs/hermes/${idOf('here2')}`)).toBe('3')
    expect(countFiles(join(base, idOf('filled')))).toBe(90)
  })

  it('have one age in every file and folder of a v1 repository', () => {
    const folder = join(base, idOf('filled'))
    const times = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
      (name) => lstatSync(join(folder, name)).mtimeMs,
    )
    expect(new Set(times)).toEqual(new Set([NOW_MS - 9 * DAY_MS]))
  })

  it('have a working folder, only its parent, or neither', () => {
    const seen = ['here', 'filled', 'unmounted-drive', 'here2', 'gone2', 'KEEP'].map((name) =>
      existsSync(join(home.projectsPath, name)),
    )
    expect(seen).toEqual([true, false, false, true, false, true])
  })

  it('record the parent of a v2 project as Hermes does', () => {
    const read = (name: string): unknown =>
      JSON.parse(readFileSync(join(base, 'store', 'projects', `${idOf(name)}.json`), 'utf8'))
    const parent = lstatSync(home.projectsPath)
    expect(read('gone2')).toMatchObject({
      workdir: join(home.projectsPath, 'gone2'),
      last_touch: (NOW_MS - 70 * DAY_MS) / 1000,
      workdir_parent_dev: parent.dev,
      workdir_parent_ino: parent.ino,
    })
    expect(read('away2')).toMatchObject({ workdir: join(home.projectsPath, 'unmounted-drive', 'away2') })
  })

  it('have the same commits when made elsewhere', () => {
    const again = tempHome()
    try {
      const other = makeHome({ path: again.path, era: 'aug', nowMs: NOW_MS, checkpoints: SPECS })
      const tips = [home, other].map(({ path, checkpointIds }) =>
        git(join(path, 'checkpoints', 'store'), 'rev-parse', `refs/hermes/${checkpointIds.get('here2')}`),
      )
      expect(tips[0]).toBe(tips[1])
    } finally {
      again.cleanup()
    }
  })
})
