/**
 * Runs `git gc` on the checkpoint store, once at the end of a run. Hermes does not lock its store, so this
 * waits until Hermes is idle and keeps recent objects, which may be staged and not yet committed.
 */
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { STORE, STORE_PATH } from '../../domain/checkpoints/checkpoint.ts'
import { errorCode } from '../../platform/error-code.ts'
import { findGitHazard } from '../../platform/find-git-hazard.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import { seeAt } from '../files/check-file.ts'
import { measureTree, walkTree } from '../files/measure-tree.ts'
import { placeInHome } from '../files/resolve-path.ts'
import type { OnStep } from '../files/step.ts'
import { hasCheckpointStore } from './has-checkpoint-store.ts'
import { gitFault } from './keep-objects.ts'
import { describeNotStarted, runStoreGit } from './run-store-git.ts'
import { readMode, setMode } from './store-modes.ts'

export type CollectGarbage = {
  readonly homePath: string
  readonly nowMs: number
  /** Called right before git starts. */
  readonly isHermesLive: () => boolean
  readonly graceMs?: number
  readonly onStep?: OnStep
}

export type GarbageFault = {
  readonly code: 'no-store' | 'fresh-lock' | 'hermes-live' | 'git-failed'
  readonly message: string
}

/** Returns the bytes freed. Negative if the store grew. */
export async function collectGarbage(request: CollectGarbage): Promise<Result<number, GarbageFault>> {
  try {
    return await collect(request)
  } catch (error) {
    const code = errorCode(error)
    if (code === null) throw error
    return failed({
      code: 'git-failed',
      message: `The system says ${code}; nothing was taken from the store.`,
    })
  }
}

async function collect(request: CollectGarbage): Promise<Result<number, GarbageFault>> {
  const { homePath, nowMs, isHermesLive, graceMs = GRACE_MS, onStep } = request
  if (!hasCheckpointStore(homePath)) return failed(NO_STORE)
  // Before anything is recorded or created in it.
  const hazard = findGitHazard(homePath, STORE_PATH)
  if (hazard !== null) return failed(gitFault(describeNotStarted(hazard)))
  const store = join(homePath, ...STORE)
  if (hasFreshLock(store, nowMs)) return failed(FRESH_LOCK)
  if (isHermesLive()) return failed(HERMES_LIVE)
  const modes = FOLDERS.map(
    (name) => [name, readMode(join(/* turbopackIgnore: true */ store, name))] as const,
  )
  const before = measureTree(store)?.bytes ?? 0
  onStep?.('collect-garbage', store)
  const since = Math.floor((nowMs - Math.max(graceMs, MIN_GRACE_MS)) / 1000)
  const { ok: collected, complaint } = await runStoreGit(homePath, ['gc', '--quiet', `--prune=@${since}`], {
    timeoutMs: GC_TIMEOUT_MS,
  })
  remakeFolders(homePath, modes)
  if (!collected) return failed(gitFault(complaint))
  return ok(before - (measureTree(store)?.bytes ?? 0))
}

/** Packing refs removes emptied folders, without which git no longer recognizes the repository. */
export function remakeFolders(
  homePath: string,
  modes: readonly (readonly [string, number | null])[] = FOLDERS.map((name) => [name, null] as const),
): void {
  if (!hasCheckpointStore(homePath)) return
  for (const [name, mode] of modes) {
    const place = placeInHome(homePath, [...STORE, name])
    if (!place.ok || seeAt(place.value.path) !== null) continue
    mkdirSync(place.value.path)
    setMode(homePath, name, mode ?? readMode(place.value.folder.at('.')) ?? OWN_ONLY)
  }
}

function hasFreshLock(store: string, nowMs: number): boolean {
  const isFresh = (path: string): boolean => {
    const stats = seeAt(path)
    return stats !== null && nowMs - Number(stats.mtimeMs) < LOCK_MS
  }
  const top = [store, join(store, 'indexes'), join(store, 'objects', 'info')].flatMap((folder) =>
    seeAt(folder)?.isDirectory() === true ? readdirSync(folder).map((name) => join(folder, name)) : [],
  )
  const refs: string[] = []
  walkTree(join(store, 'refs'), (path) => refs.push(path.toString()))
  return [...top, ...refs].some((path) => path.endsWith('.lock') && isFresh(path))
}

const FOLDERS = ['refs', 'branches'] as const
const OWN_ONLY = 0o700
const LOCK_MS = 10 * MINUTE_MS
const MIN_GRACE_MS = HOUR_MS
const GRACE_MS = 2 * HOUR_MS
const GC_TIMEOUT_MS = HOUR_MS
const NO_STORE: GarbageFault = { code: 'no-store', message: 'This home has no shared checkpoint store.' }
const FRESH_LOCK: GarbageFault = {
  code: 'fresh-lock',
  message: 'Another git process may be using the store. A later run frees the space.',
}
const HERMES_LIVE: GarbageFault = {
  code: 'hermes-live',
  message: 'Hermes is running. A later run frees the space.',
}
