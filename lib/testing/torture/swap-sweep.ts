/**
 * Does each action of a run on a small home again and again, and replaces one of its folders by a link at another
 * call each time. Outside, everything has the same names, and nothing may change; inside, every outcome must be true.
 */
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import { verifyBundle } from '../../execute/bundle/verify-bundle.ts'
import { isUnfinishedOutcome } from '../../execute/files/outcomes.ts'
import { exactTree } from '../exact-tree.ts'
import { fileFingerprintOf, folderFingerprintOf } from '../fingerprints.ts'
import { type Items, SWAP_ACTIONS } from './swap-actions.ts'
import { type Swap, withSwap } from './swap-folder.ts'

export type SwapSweep = {
  readonly action: string
  /** Below the home. */
  readonly folder: string
  /** False: as where there is no /proc. */
  readonly hasHandles: boolean
  /** One call in this many. */
  readonly oneIn: number
  /** Which of them, from 0. */
  readonly offset: number
}

export type SwapSwept = SwapSweep & { readonly tried: number; readonly wrong: readonly string[] }

const FILES = [
  ['sessions', 'a.json'],
  ['sessions', 'b.json'],
  ['cron', 'output', 'job', 'c.md'],
]
const FOLDERS = [
  ['checkpoints', 'p1'],
  ['checkpoints', 'p2'],
]
/** Of each folder of `FOLDERS`. */
const INSIDE = ['HEAD', 'objects/x', 'objects/deep/y']

/** How many calls the link stays. Without handles only one that stays can be noticed. */
const LENGTHS = [1, 3, Number.MAX_SAFE_INTEGER]

export async function sweepSwaps(folder: string, sweep: SwapSweep): Promise<SwapSwept> {
  const wrong: string[] = []
  let tried = 0
  const calls = await tryOnce(folder, sweep, null, wrong)
  for (let call = sweep.offset % sweep.oneIn; call < calls; call += sweep.oneIn)
    for (const length of sweep.hasHandles ? LENGTHS : LENGTHS.slice(-1)) {
      tried += 1
      await tryOnce(folder, sweep, { call, calls: length }, wrong)
    }
  return { ...sweep, tried, wrong }
}

async function tryOnce(
  folder: string,
  { action: name, folder: swapped, hasHandles }: SwapSweep,
  when: Pick<Swap, 'call' | 'calls'> | null,
  wrong: string[],
): Promise<number> {
  rmSync(folder, { recursive: true, force: true })
  const [home, outside] = [join(folder, 'home'), join(folder, 'outside')]
  makeTree(home, 'ours')
  makeTree(outside, 'not ours')
  mkdirSync(join(folder, 'asides'))
  for (const path of [
    '.steward-trash/r1/files',
    '.steward-trash/r2/unpacked/files',
    '.steward-trash/r2/unpacked/trees',
  ])
    makeTree(join(outside, path), 'not ours')
  const items: Items = {
    home,
    archives: join(folder, 'archives'),
    files: FILES.map((names) => fileFingerprintOf(home, ...names)),
    folders: FOLDERS.map((names) => folderFingerprintOf(home, ...names)),
  }
  const action = SWAP_ACTIONS[name]
  if (action === undefined) throw new Error(`no action ${name}`)
  await withSwap(folder, null, hasHandles, async () => {
    await action.before?.(items)
    await endOfTurn()
  })
  const before = seen(outside, hasHandles)
  const inodes = new Map([...FILES, ...FOLDERS].map((names) => [names.join('/'), inodeOf(items, names)]))
  const swap =
    when === null
      ? null
      : {
          ...when,
          folder: join(home, swapped),
          outside: join(outside, swapped),
          asides: join(folder, 'asides'),
        }
  const report = (what: string) =>
    wrong.push(`${name}, ${swapped} at call ${when?.call} for ${when?.calls}: ${what}`)
  let outcomes: readonly Outcome[] = []
  const met = await withSwap(folder, swap, hasHandles, async () => {
    outcomes = await action.act(items)
    await endOfTurn()
  })
  if (before.join('\n') !== seen(outside, hasHandles).join('\n')) report('something outside changed')
  if (when === null && outcomes.some(({ kind }) => kind !== 'done')) report('not everything was done')
  for (const [at, names] of (action.of === 'files' ? FILES : FOLDERS).entries()) {
    const path = names.join('/')
    const outcome = outcomes[at]
    // The journal keeps it open, and the next try settles it.
    if (outcome === undefined || isUnfinishedOutcome(outcome)) continue
    const isDone = outcome.kind === 'done'
    const expected = isDone ? action.to : action.from
    const found = placeOf(items, names, inodes.get(path) ?? 0n)
    if (found !== expected) report(`${path} is ${isDone ? '' : 'not '}done, but at ${found}`)
  }
  for (const what of await foreign(items)) report(what)
  return met
}

/** Closes what the turn of the event loop had open. */
const endOfTurn = () => new Promise((resolve) => setImmediate(resolve))

function makeTree(root: string, content: string): void {
  const files = [
    ...FILES,
    ...FOLDERS.flatMap((names) => INSIDE.map((inner) => [...names, ...inner.split('/')])),
  ]
  for (const names of files) {
    mkdirSync(join(root, ...names.slice(0, -1)), { recursive: true })
    writeFileSync(join(root, ...names), `${content}: ${names.join('/')}`)
  }
  writeFileSync(join(root, 'sessions', 'sessions.json'), '{"a": 1}')
}

/** Without handles, a name may be taken and put back, which changes the time of its folder. */
function seen(outside: string, hasTimes: boolean): string[] {
  const lines = exactTree(outside)
  return hasTimes ? lines : lines.map((line) => line.replace(/^(\S* 4\d+) \d+/, '$1'))
}

const trashOf = (home: string, names: readonly string[]) => join(home, '.steward-trash/r1/files', ...names)

const inodeAt = (path: string): bigint | null =>
  lstatSync(path, { bigint: true, throwIfNoEntry: false })?.ino ?? null

const inodeOf = ({ home }: Items, names: readonly string[]): bigint =>
  inodeAt(join(home, ...names)) ?? inodeAt(trashOf(home, names)) ?? 0n

function placeOf({ home }: Items, names: readonly string[], inode: bigint) {
  const inHome = inodeAt(join(home, ...names))
  if (inHome === inode) return 'home'
  if (inodeAt(trashOf(home, names)) === inode) return 'trash'
  return inHome === null ? 'nowhere' : 'copy'
}

/** Content from outside, and bundles that do not verify. */
async function foreign({ home, archives }: Items): Promise<string[]> {
  const found = filesIn(home).filter((path) => readFileSync(path, 'utf8').startsWith('not ours'))
  const wrong = found.map((path) => `${path} is from outside`)
  const bundle = join(archives, '1.tar.zst')
  if (statSync(bundle, { throwIfNoEntry: false }) === undefined) return wrong
  const contents: string[] = []
  const verified = await verifyBundle(bundle, {
    openSink: ({ kind }) =>
      kind === 'file' ? { write: (chunk) => contents.push(chunk.toString()), end: () => {} } : null,
  })
  if (!verified.ok) wrong.push(`the bundle is ${verified.fault.code}`)
  if (contents.some((content) => content.startsWith('not ours')))
    wrong.push('the bundle has a file from outside')
  return wrong
}

/** Follows no link. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return filesIn(path)
    return entry.isFile() ? [path] : []
  })
