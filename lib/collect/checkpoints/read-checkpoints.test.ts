import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { assessCheckpoint } from '../../domain/checkpoints/checkpoint.ts'
import { DAY_MS, MINUTE_MS } from '../../shared/time.ts'
import { FIXTURES } from '../../testing/paths.ts'
import { scanHome } from '../scan/scan-home.ts'
import { findCheckpointHazard } from './find-checkpoint-hazard.ts'
import { readCheckpointProjects } from './read-checkpoint-projects.ts'
import { readCheckpoints } from './read-checkpoints.ts'
import { WorkdirProbes } from './workdir-probes.ts'

const ids = { a: 'aaaaaaaaaaaaaaaa', b: 'bbbbbbbbbbbbbbbb', c: 'cccccccccccccccc', d: 'dddddddddddddddd' }
let base: string
let home: string

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'steward-')))
  home = join(base, 'home')
  mkdirSync(join(home, 'checkpoints'), { recursive: true })
  mkdirSync(join(base, 'projects/here'), { recursive: true })
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

async function read(nowMs = Date.now()) {
  const scan = await scanHome({ homePath: home, cache: null, full: true, nowMs })
  return readCheckpoints(home, scan, new WorkdirProbes(home))
}

async function states(nowMs = Date.now()) {
  const store = await read(nowMs)
  if (!store.ok) throw new Error(store.fault.code)
  const assessed = store.value.items.map((item) => assessCheckpoint(item, 7 * DAY_MS, nowMs))
  return Object.fromEntries(assessed.map(({ id, state }) => [id, state]))
}

function makeV1(id: string, workdir: string | null, ageMs = 0): void {
  const repo = join(home, 'checkpoints', id)
  mkdirSync(repo)
  for (const [name, text] of [
    ['HEAD', 'ref: refs/heads/master\n'],
    ['HERMES_WORKDIR', workdir === null ? '' : `${workdir}\n`],
  ] as const) {
    writeFileSync(join(repo, name), text)
    const seconds = (Date.now() - ageMs) / 1000
    utimesSync(join(repo, name), seconds, seconds)
  }
}

function writeV2Project(id: string, text: string): void {
  const projects = join(home, 'checkpoints/store/projects')
  mkdirSync(projects, { recursive: true })
  writeFileSync(join(projects, `${id}.json`), text)
}

test('v1: projects are live, stale or orphan, and unreachable if nothing can be proven', async () => {
  makeV1(ids.a, join(base, 'projects/here'))
  makeV1(ids.b, join(base, 'projects/here'), 8 * DAY_MS)
  makeV1(ids.c, join(base, 'projects/gone'))
  makeV1(ids.d, join(base, 'unmounted/project'))
  expect(await states()).toEqual({
    [ids.a]: 'live',
    [ids.b]: 'stale',
    [ids.c]: 'orphan',
    [ids.d]: 'unreachable',
  })
})

test('v1: its size is its folder’s, and deleting it frees all of it', async () => {
  makeV1(ids.a, join(base, 'projects/here'))
  const store = await read()
  const item = store.ok ? store.value.items[0] : undefined
  expect(item).toMatchObject({ layout: 'v1', workdir: join(base, 'projects/here'), commits: null })
  const kilobytes = execFileSync('du', ['-sk', join(home, 'checkpoints', ids.a)])
    .toString()
    .split('\t')[0]
  expect(Math.ceil((item?.bytes ?? 0) / 1024)).toBe(Number(kilobytes))
  expect(item?.exclusiveBytes).toBe(item?.bytes)
})

test('v2: the recorded parent decides whether a missing folder is an orphan', async () => {
  const { dev, ino } = statSync(join(base, 'projects'))
  const project = (workdir: string, more: object = {}) =>
    JSON.stringify({ workdir: join(base, workdir), last_touch: Date.now() / 1000, ...more })
  const recorded = { workdir_parent_dev: dev, workdir_parent_ino: ino }
  writeV2Project(ids.a, project('projects/here', recorded))
  writeV2Project(ids.b, project('projects/here', { ...recorded, last_touch: Date.now() / 1000 - 8 * 86_400 }))
  writeV2Project(ids.c, project('projects/gone', recorded))
  writeV2Project(ids.d, project('projects/gone', { ...recorded, workdir_parent_ino: ino + 1 }))
  expect(await states()).toEqual({
    [ids.a]: 'live',
    [ids.b]: 'stale',
    [ids.c]: 'orphan',
    [ids.d]: 'unreachable',
  })
})

test('v2: broken descriptions and refs without one are listed and never called orphans', async () => {
  writeV2Project(ids.a, '{ broken')
  writeV2Project(ids.b, '["not", "an", "object"]')
  writeV2Project('..', '{}')
  writeV2Project('not-an-id', JSON.stringify({ workdir: join(base, 'projects/gone') }))
  mkdirSync(join(home, 'checkpoints/store/refs/hermes'), { recursive: true })
  writeFileSync(join(home, `checkpoints/store/refs/hermes/${ids.c}`), `${'1'.repeat(40)}\n`)
  writeFileSync(
    join(home, 'checkpoints/store/packed-refs'),
    `# pack-refs with: peeled fully-peeled sorted\n${'2'.repeat(40)} refs/hermes/${ids.d}\n`,
  )
  expect(await states()).toEqual({
    [ids.a]: 'unreachable',
    [ids.b]: 'unreachable',
    [ids.c]: 'unreachable',
    [ids.d]: 'unreachable',
  })
  // A tip alone was never described, which differs from a broken description.
  const faults = readCheckpointProjects(home).map(({ id, fault }) => [id, fault?.code ?? null])
  expect(Object.fromEntries(faults)).toEqual({
    [ids.a]: 'malformed-file',
    [ids.b]: 'malformed-file',
    [ids.c]: null,
    [ids.d]: null,
  })
})

test('legacy: only the age of the folder itself counts', async () => {
  for (const [name, ageMs] of [
    ['legacy-20260601-101010', 8 * DAY_MS],
    ['legacy-20260602-101010', 0],
  ] as const) {
    mkdirSync(join(home, 'checkpoints', name, ids.a), { recursive: true })
    const seconds = (Date.now() - ageMs) / 1000
    utimesSync(join(home, 'checkpoints', name), seconds, seconds)
  }
  expect(await states()).toEqual({ 'legacy-20260601-101010': 'stale', 'legacy-20260602-101010': 'live' })
})

test('legacy: each repository inside has its working folder and size, largest first', async () => {
  const folder = join(home, 'checkpoints/legacy-20260601-101010')
  for (const [id, workdir, bytes] of [
    [ids.a, '/code/small', 10],
    [ids.b, '/code/large', 90_000],
    [ids.c, '', 20_000],
  ] as const) {
    mkdirSync(join(folder, id), { recursive: true })
    writeFileSync(join(folder, id, 'HEAD'), 'ref: refs/heads/master')
    writeFileSync(join(folder, id, 'HERMES_WORKDIR'), workdir)
    writeFileSync(join(folder, id, 'pack'), Buffer.alloc(bytes, 1))
  }
  mkdirSync(join(folder, 'something else'))
  const store = await read()
  const inside = store.ok ? store.value.items[0]?.inside : undefined
  expect(inside?.count).toBe(3)
  expect(inside?.largest.map(({ id, workdir }) => [id, workdir])).toEqual([
    [ids.b, '/code/large'],
    [ids.c, null],
    [ids.a, '/code/small'],
  ])
  expect(inside?.largest[0]?.bytes).toBeGreaterThanOrEqual(90_000)
})

test('a description behind a link is not read', async () => {
  writeFileSync(join(base, 'outside'), join(base, 'projects/gone'))
  makeV1(ids.a, null)
  rmSync(join(home, 'checkpoints', ids.a, 'HERMES_WORKDIR'))
  symlinkSync(join(base, 'outside'), join(home, 'checkpoints', ids.a, 'HERMES_WORKDIR'))
  expect(await states()).toEqual({ [ids.a]: 'unreachable' })
})

test('git locks are counted while they are fresh', async () => {
  makeV1(ids.a, join(base, 'projects/here'))
  writeV2Project(ids.b, '{}')
  mkdirSync(join(home, 'checkpoints/store/indexes'))
  const locks = [`${ids.a}/index.lock`, `store/indexes/${ids.b}.lock`, 'store/packed-refs.lock']
  for (const lock of locks) writeFileSync(join(home, 'checkpoints', lock), '')
  const fresh = await read()
  expect(fresh.ok && fresh.value.freshLocks).toBe(3)
  const later = await read(Date.now() + 11 * MINUTE_MS)
  expect(later.ok && later.value.freshLocks).toBe(0)
})

test.each([
  ['1790000000.25', 1_790_000_000_250],
  ['soon', null],
  ['', null],
])('the time of Hermes’ last prune is read, %s', async (note, atMs) => {
  writeFileSync(join(home, 'checkpoints/.last_prune'), note)
  const store = await read()
  expect(store.ok && store.value.lastPrunedMs).toBe(atMs)
})

test('a home without checkpoints has none, and one whose checkpoints are a link is unknown', async () => {
  rmSync(join(home, 'checkpoints'), { recursive: true })
  expect(await read()).toMatchObject({ ok: true, value: { items: [], freshLocks: 0 } })
  symlinkSync(base, join(home, 'checkpoints'))
  expect(await read()).toEqual({ ok: false, fault: { code: 'folder-symlink', path: 'checkpoints' } })
})

const names = existsSync(join(FIXTURES, 'unpack')) ? ['mar', 'may', 'aug', 'augcjk', 'upg_mar'] : []

describe('homes written by Hermes', () => {
  test.each(names)('%s: every project has the state in its name', async (name) => {
    home = join(base, name)
    execFileSync(join(FIXTURES, 'unpack'), [name, home])
    const store = await read()
    if (!store.ok) throw new Error(store.fault.code)
    const items = store.value.items.filter(({ layout }) => layout !== 'legacy')
    expect(items.length).toBeGreaterThan(5)
    for (const { id, layout } of store.value.items)
      expect(findCheckpointHazard(home, ['checkpoints', layout === 'v2' ? 'store' : id])).toBeNull()
    for (const item of items) {
      const expected = /live|stale|orphan/.exec(basename(item.workdir ?? ''))?.[0]
      expect([item.workdir, assessCheckpoint(item, 7 * DAY_MS, Date.now()).state]).toEqual([
        item.workdir,
        expected,
      ])
    }
  })
  test('are all five present if any is', () => expect([0, 5]).toContain(names.length))
})
