/** Counts git locks that Hermes may be holding now, in the store or in a v1 repository. */
import { lstatSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { STORE_PATH } from '../../domain/checkpoints/checkpoint.ts'
import { MINUTE_MS } from '../../shared/time.ts'
import { listNames } from './read-checkpoint-refs.ts'

export function countFreshLocks(
  homePath: string,
  repositories: readonly { readonly id: string }[],
  nowMs: number,
): number {
  const isFresh = (path: string) => {
    const stats = statOrUndefined(join(homePath, path))
    return stats !== undefined && nowMs - stats.mtimeMs < FRESH_MS
  }
  const folders = [...STORE_FOLDERS, ...repositories.map(({ id }) => `checkpoints/${id}`)]
  // Creating a lock changes its folder's time, so folders without recent changes need not be listed.
  return folders.filter(isFresh).reduce((count, folder) => {
    const locks = listNames(homePath, folder).filter((name) => name.endsWith('.lock'))
    return count + locks.filter((name) => isFresh(`${folder}/${name}`)).length
  }, 0)
}

const FRESH_MS = 10 * MINUTE_MS
const STORE_FOLDERS = [STORE_PATH, `${STORE_PATH}/indexes`, `${STORE_PATH}/refs/hermes`]

function statOrUndefined(place: string): Stats | undefined {
  try {
    return lstatSync(place, { throwIfNoEntry: false })
  } catch {
    // Unreadable. The scan reports it.
    return undefined
  }
}
