/**
 * Measures how much each project of the v2 store uses and how much deleting it would free. Git's own answer
 * (`rev-list --disk-usage X --not Y`) is too high: projects share files but never a commit, so git subtracts
 * nothing. Instead, the objects of all projects are listed and compared.
 */
import { createHash } from 'node:crypto'
import { STORE_PATH } from '../../domain/checkpoints/checkpoint.ts'
import type { GitHazard } from '../../domain/checkpoints/git-hazard.ts'
import { findGitHazard } from '../../platform/find-git-hazard.ts'
import { type GitRun, runGit } from '../../platform/run-git.ts'
import { GitObjectTable } from './git-object-table.ts'
import { readCheckpointRefs } from './read-checkpoint-refs.ts'

export type V2Measure = {
  /** Hash of all tips when this was measured, because sharing depends on every one, and of what kept git away. */
  readonly storeState: string
  readonly commits: number | null
  readonly reachableBytes: number | null
  readonly exclusiveBytes: number | null
}

export type MeasureOptions = {
  /** Earlier results, reused while no tip has moved. */
  readonly previous?: ReadonlyMap<string, V2Measure>
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  /**
   * Called after git has listed one more project. Figures are only complete at the end, because projects
   * share objects.
   */
  readonly onProgress?: (id: string) => void
}

/** Runs one git at a time. A project that cannot be measured has nulls and does not affect the others. */
export async function measureV2Projects(
  homePath: string,
  ids: readonly string[],
  { previous, timeoutMs = 60_000, signal, onProgress }: MeasureOptions = {},
): Promise<Map<string, V2Measure>> {
  const tips = readCheckpointRefs(homePath)
  // Once the store is safe again it is measured, even if no tip has moved.
  const storeState = digest(tips, findGitHazard(homePath, STORE_PATH))
  const known = ids.map((id) => previous?.get(id))
  if (known.every((measure) => measure?.storeState === storeState)) {
    return new Map(ids.flatMap((id, at) => (known[at] === undefined ? [] : [[id, known[at]]])))
  }
  const run: GitRun = {
    homePath,
    folder: STORE_PATH,
    timeoutMs,
    ...(signal === undefined ? {} : { signal }),
  }
  const table = await listObjects(run, tips, onProgress)
  return new Map(ids.map((id) => [id, { storeState, ...table.measure(id) }]))
}

/** Null if the repository, named from the home, has no commit or cannot be read. */
export async function countV1Commits(
  homePath: string,
  folder: string,
  timeoutMs = 60_000,
): Promise<number | null> {
  let count: number | null = null
  const done = await runGit(
    { homePath, folder, timeoutMs },
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
  // If git stops at a damaged object, projects with unlisted objects stay unmeasured.
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

const digest = (tips: ReadonlyMap<string, string | null>, hazard: GitHazard | null): string =>
  createHash('sha256')
    .update(JSON.stringify([[...tips].sort(), hazard]))
    .digest('hex')

const LIST_ALL = [
  'cat-file',
  '--batch-all-objects',
  '--unordered',
  '--batch-check=%(objectname) %(objecttype) %(objectsize:disk)',
]
