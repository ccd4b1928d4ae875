import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { countV1Commits, measureV2Projects } from './measure-checkpoints.ts'

const ONE = '1111111111111111'
const TWO = '2222222222222222'
const THREE = '3333333333333333'
let base: string
let home: string
let store: string

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'steward-'))
  home = join(base, 'home')
  store = join(home, 'checkpoints/store')
  mkdirSync(store, { recursive: true })
  git('init', '-q', '--bare', store)
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

function git(...args: string[]): string {
  const env = {
    ...process.env,
    GIT_DIR: store,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@b',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@b',
  }
  return execFileSync('git', args, { env, stdio: ['ignore', 'pipe', 'ignore'] })
    .toString()
    .trim()
}

/** Commits a project's next state as Hermes does: a tree without a checkout, with its own ref. */
function save(id: string, files: Record<string, Buffer>): void {
  const lines = Object.entries(files).map(([name, content]) => {
    const path = join(base, 'content')
    writeFileSync(path, content)
    return `100644 blob ${git('hash-object', '-w', path)}\t${name}`
  })
  const list = join(base, 'tree')
  writeFileSync(list, `${lines.join('\n')}\n`)
  const tree = execFileSync('sh', ['-c', 'git mktree < "$1"', 'sh', list], {
    env: { ...process.env, GIT_DIR: store },
  })
    .toString()
    .trim()
  const parent = refs().includes(`refs/hermes/${id}`) ? ['-p', `refs/hermes/${id}`] : []
  git('update-ref', `refs/hermes/${id}`, git('commit-tree', tree, ...parent, '-m', id))
}

const refs = () => git('for-each-ref', '--format=%(refname)').split('\n')
const diskUsage = (...args: string[]) => Number(git('rev-list', '--objects', '--disk-usage', ...args))

function fingerprint(folder: string): string {
  const hash = createHash('sha256')
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    hash.update(path).update(entry.isFile() ? readFileSync(path) : '')
  }
  return hash.digest('hex')
}

test('bytes shared with another project are not promised as freed, even those of an older state', async () => {
  const shared = randomBytes(60_000)
  const alone = randomBytes(20_000)
  save(ONE, { shared, alone })
  save(TWO, { shared })
  save(TWO, { other: randomBytes(5000) })
  const measures = await measureV2Projects(home, [ONE, TWO])
  const one = measures.get(ONE)
  const two = measures.get(TWO)
  expect(one?.commits).toBe(1)
  expect(two?.commits).toBe(2)
  expect(one?.reachableBytes).toBe(diskUsage(`refs/hermes/${ONE}`))
  expect(two?.reachableBytes).toBe(diskUsage(`refs/hermes/${TWO}`))
  // What one project uses exclusively plus everything of the other is the whole store.
  expect((one?.exclusiveBytes ?? 0) + (two?.reachableBytes ?? 0)).toBe(diskUsage('--all'))
  expect((two?.exclusiveBytes ?? 0) + (one?.reachableBytes ?? 0)).toBe(diskUsage('--all'))
  expect(one?.exclusiveBytes).toBeLessThan(30_000)
})

test('a broken tip has no figures and does not affect other projects', async () => {
  save(ONE, { file: randomBytes(9000) })
  mkdirSync(join(store, 'refs/hermes'), { recursive: true })
  writeFileSync(join(store, 'refs/hermes', TWO), `${'b'.repeat(40)}\n`)
  writeFileSync(join(store, 'refs/hermes', THREE), 'no commit at all')
  const measures = await measureV2Projects(home, [ONE, TWO, THREE])
  expect(measures.get(ONE)?.exclusiveBytes).toBe(diskUsage(`refs/hermes/${ONE}`))
  for (const id of [TWO, THREE]) {
    expect(measures.get(id)).toMatchObject({ commits: null, reachableBytes: null, exclusiveBytes: null })
  }
})

test('progress is reported for each project, and not again while no tip moves', async () => {
  for (const id of [ONE, TWO, THREE]) save(id, { file: randomBytes(900) })
  const asked: string[] = []
  const onProgress = (id: string) => asked.push(id)
  const first = await measureV2Projects(home, [ONE, TWO, THREE], { onProgress })
  expect(asked.sort()).toEqual([ONE, TWO, THREE])
  await measureV2Projects(home, [ONE, TWO, THREE], { onProgress, previous: first })
  expect(asked).toHaveLength(3)
})

test('packed refs and packed objects are measured too', async () => {
  save(ONE, { file: randomBytes(9000) })
  save(ONE, { file: randomBytes(9000) })
  git('pack-refs', '--all')
  git('gc', '-q')
  const measure = (await measureV2Projects(home, [ONE])).get(ONE)
  expect(measure).toMatchObject({ commits: 2, reachableBytes: diskUsage(`refs/hermes/${ONE}`) })
})

test('nothing is written to the store', async () => {
  save(ONE, { file: randomBytes(9000) })
  const before = fingerprint(store)
  await measureV2Projects(home, [ONE])
  await countV1Commits(home, 'checkpoints/store')
  expect(fingerprint(store)).toBe(before)
})

test('earlier figures are reused until a tip moves', async () => {
  save(ONE, { file: randomBytes(9000) })
  save(TWO, { file: randomBytes(9000) })
  const first = await measureV2Projects(home, [ONE, TWO])
  const again = await measureV2Projects(home, [ONE, TWO], { previous: first })
  expect(again.get(ONE)).toBe(first.get(ONE))
  save(TWO, { file: randomBytes(100) })
  const moved = await measureV2Projects(home, [ONE, TWO], { previous: again })
  expect(moved.get(ONE)).not.toBe(first.get(ONE))
  expect(moved.get(TWO)?.commits).toBe(2)
})

test('a home without a store has no figures', async () => {
  rmSync(store, { recursive: true })
  expect((await measureV2Projects(home, [ONE])).get(ONE)).toMatchObject({ reachableBytes: null })
})

test('commits of a v1 repository are counted, and an empty or missing one has none', async () => {
  save(ONE, { file: randomBytes(10) })
  git('update-ref', 'HEAD', `refs/hermes/${ONE}`)
  expect(await countV1Commits(home, 'checkpoints/store')).toBe(1)
  expect(await countV1Commits(base, 'nowhere')).toBeNull()
})
