/** Holds a folder against what the plan saw of it. */
import { type BigIntStats, lstatSync } from 'node:fs'
import type { FolderTarget } from '../../domain/plan/target.ts'
import { seeAt } from './check-file.ts'
import { listEntries, measureTree, type TreeMeasure } from './measure-tree.ts'
import { type FileSkip, skipForFault } from './outcomes.ts'
import { resolveInHome } from './resolve-path.ts'

export type FolderCheck =
  | { readonly skip: null; readonly path: string; readonly measure: TreeMeasure }
  | { readonly skip: FileSkip }

/** With everything in it: for what cannot be taken back. Throws what the system refuses. */
export function checkFolder(homePath: string, target: FolderTarget): FolderCheck {
  const root = checkRoot(homePath, target)
  if (root.skip !== null) return root
  const measure = measureTree(root.path)
  if (measure === null) return { skip: 'file-gone' }
  const same = measure.newestMtimeNs === BigInt(target.newestMtimeNs) && measure.entries === target.entries
  return same ? { skip: null, path: root.path, measure } : { skip: 'folder-changed' }
}

/**
 * The folder and what lies right in it: quick, for moves that can be taken back. It sees every use of a repository,
 * since git locks its index there first, and every new, gone or rewritten file of a folder without folders.
 */
export function checkFolderTop(
  homePath: string,
  target: FolderTarget,
): { readonly skip: null; readonly path: string } | { readonly skip: FileSkip } {
  const root = checkRoot(homePath, target)
  if (root.skip !== null) return root
  return isNewerThan(root.path, BigInt(target.newestMtimeNs)) ? { skip: 'folder-changed' } : root
}

/** Is this folder, whatever its name is now, the planned one? */
export function isTargetFolder(path: string, target: FolderTarget): boolean {
  const stats = seeAt(path)
  return stats?.isDirectory() === true && isSame(stats, target)
}

/** And has nobody used it since, as far as `checkFolderTop` can tell? */
export const isFolderUnchanged = (path: string, target: FolderTarget): boolean =>
  isTargetFolder(path, target) && !isNewerThan(path, BigInt(target.newestMtimeNs))

const isSame = ({ dev, ino }: BigIntStats, target: FolderTarget): boolean =>
  dev === BigInt(target.dev) && ino === BigInt(target.ino)

function checkRoot(
  homePath: string,
  target: FolderTarget,
): { readonly skip: null; readonly path: string } | { readonly skip: FileSkip } {
  const place = resolveInHome(homePath, target.path)
  if (!place.ok) return { skip: skipForFault(place.fault) }
  const stats = seeAt(place.value)
  if (stats === null) return { skip: 'file-gone' }
  if (!stats.isDirectory()) return { skip: 'not-a-plain-file' }
  return isSame(stats, target) ? { skip: null, path: place.value } : { skip: 'folder-changed' }
}

/** Doubles tell times apart to a quarter of a microsecond, and nobody uses a folder within one of being planned. */
function isNewerThan(path: string, newestMtimeNs: bigint): boolean {
  const newestMs = Number(newestMtimeNs) / 1e6
  return [path, ...listEntries(path)].some(
    (place) => (lstatSync(place, { throwIfNoEntry: false })?.mtimeMs ?? 0) > newestMs + 0.001,
  )
}
