/** Holds a folder against what the plan saw of it. */
import { type BigIntStats, lstatSync } from 'node:fs'
import type { FolderTarget } from '../../domain/plan/target.ts'
import { seeAt } from './check-file.ts'
import { listPlaces, measureTree, type TreeMeasure } from './measure-tree.ts'
import { type FileSkip, skipOfPlace } from './outcomes.ts'
import { insideHome } from './resolve-path.ts'

export type SeenFolder =
  | { readonly skip: null; readonly path: string; readonly measure: TreeMeasure }
  | { readonly skip: FileSkip }

/** With everything in it: for what cannot be taken back. Throws what the system refuses. */
export function checkFolder(homePath: string, target: FolderTarget): SeenFolder {
  const seen = seeRoot(homePath, target)
  if (seen.skip !== null) return seen
  const measure = measureTree(seen.path)
  if (measure === null) return { skip: 'file-gone' }
  const same = measure.newestMtimeNs === BigInt(target.newestMtimeNs) && measure.entries === target.entries
  return same ? { skip: null, path: seen.path, measure } : { skip: 'folder-changed' }
}

/**
 * The folder and what lies right in it: quick, for moves that can be taken back. It sees every use of a repository,
 * since git locks its index there first, and every new, gone or rewritten file of a folder without folders.
 */
export function checkFolderTop(
  homePath: string,
  target: FolderTarget,
): { readonly skip: null; readonly path: string } | { readonly skip: FileSkip } {
  const seen = seeRoot(homePath, target)
  if (seen.skip !== null) return seen
  return isNewerThan(seen.path, BigInt(target.newestMtimeNs)) ? { skip: 'folder-changed' } : seen
}

/** Is this folder, whatever its name is now, the planned one? */
export function isFolderOf(path: string, target: FolderTarget): boolean {
  const stats = seeAt(path)
  return stats?.isDirectory() === true && isSame(stats, target)
}

/** And has nobody used it since, as far as `checkFolderTop` can tell? */
export const isFolderAsSeen = (path: string, target: FolderTarget): boolean =>
  isFolderOf(path, target) && !isNewerThan(path, BigInt(target.newestMtimeNs))

const isSame = ({ dev, ino }: BigIntStats, target: FolderTarget): boolean =>
  dev === BigInt(target.dev) && ino === BigInt(target.ino)

function seeRoot(
  homePath: string,
  target: FolderTarget,
): { readonly skip: null; readonly path: string } | { readonly skip: FileSkip } {
  const place = insideHome(homePath, target.path)
  if (!place.ok) return { skip: skipOfPlace(place.fault) }
  const stats = seeAt(place.value)
  if (stats === null) return { skip: 'file-gone' }
  if (!stats.isDirectory()) return { skip: 'not-a-plain-file' }
  return isSame(stats, target) ? { skip: null, path: place.value } : { skip: 'folder-changed' }
}

/** Doubles tell times apart to a quarter of a microsecond, and nobody uses a folder within one of being planned. */
function isNewerThan(path: string, newestMtimeNs: bigint): boolean {
  const newestMs = Number(newestMtimeNs) / 1e6
  return [path, ...listPlaces(path)].some(
    (place) => (lstatSync(place, { throwIfNoEntry: false })?.mtimeMs ?? 0) > newestMs + 0.001,
  )
}
