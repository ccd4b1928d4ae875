/**
 * How much each project of the v2 store holds, and how much deleting it would free. Git's own answer to the
 * second (`rev-list --disk-usage X --not Y`) is too high here: the histories of two projects share files but
 * never a commit, and git then takes nothing off. So the objects of every project are listed and compared.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { findLink } from '../../platform/read-text-file.ts'
import { type GitRun, runGit } from '../../platform/run-git.ts'
import { GitObjectTable } from './git-object-table.ts'
import { readCheckpointRefs, STORE_PATH } from './read-checkpoint-refs.ts'

export type V2Measure = {
  /** All tips of the store when this was measured: what is shared depends on every one of them. */
  readonly storeState: string
  readonly commits: number | null
  readonly reachableBytes: number | null
  readonly exclusiveBytes: number | null
}

export type MeasureOptions = {
  /** What an earlier call answered; taken over while no tip has moved. */
  readonly previous?: ReadonlyMap<string, V2Measure>
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  /** Called as git has answered for one more project; its figures come with all others', because they share. */
  readonly onProgress?: (id: string) => void
}

/** One git after the other. A project that cannot be measured has nulls and spoils nobody else's figures. */
export async function measureV2Projects(
  homePath: string,
  ids: readonly string[],
  { previous, timeoutMs = 60_000, signal, onProgress }: MeasureOptions = {},
): Promise<Map<string, V2Measure>> {
  const tips = readCheckpointRefs(homePath)
  const storeState = digest(tips)
  const known = ids.map((id) => previous?.get(id))
  if (known.every((measure) => measure?.storeState === storeState)) {
    return new Map(ids.flatMap((id, at) => (known[at] === undefined ? [] : [[id, known[at]]])))
  }
  const run: GitRun = {
    gitDir: join(homePath, STORE_PATH),
    timeoutMs,
    ...(signal === undefined ? {} : { signal }),
  }
  const table = isRealFolder(homePath) ? await listObjects(run, tips, onProgress) : new GitObjectTable()
  return new Map(ids.map((id) => [id, { storeState, ...table.measure(id) }]))
}

/** Null where the repository has no commit yet or cannot be read. */
export async function countV1Commits(repoPath: string, timeoutMs = 60_000): Promise<number | null> {
  let count: number | null = null
  const done = await runGit(
    { gitDir: repoPath, timeoutMs },
    ['rev-list', '--count', 'HEAD', '--'],
    (line) => {
      count = /^\d+$/.test(line) ? Number(line) : null
    },
  )
  return done ? count : null
}

async function listObjects(
  run: GitRun,
  tips: ReadonlyMap<string, string | null>,
  onProgress: MeasureOptions['onProgress'],
): Promise<GitObjectTable> {
  const table = new GitObjectTable()
  // Should git stop at a damaged object, projects with objects it did not reach are left unmeasured.
  await runGit(run, LIST_ALL, (line) => table.add(line))
  for (const [id, tip] of tips) {
    if (tip === null) continue
    const objects: string[] = []
    const listed = await runGit(run, ['rev-list', '--objects', '--no-object-names', tip, '--'], (line) => {
      objects.push(line)
    })
    if (listed) table.claim(id, objects)
    onProgress?.(id)
  }
  return table
}

function isRealFolder(homePath: string): boolean {
  try {
    return findLink(homePath, STORE_PATH) === null
  } catch {
    return false
  }
}

const digest = (tips: ReadonlyMap<string, string | null>): string =>
  createHash('sha256')
    .update(JSON.stringify([...tips].sort()))
    .digest('hex')

const LIST_ALL = [
  'cat-file',
  '--batch-all-objects',
  '--unordered',
  '--batch-check=%(objectname) %(objecttype) %(objectsize:disk)',
]
