/** Compares a folder with its fingerprint from the plan. */
import { type BigIntStats, lstatSync } from 'node:fs'
import type { FolderTarget } from '../../domain/plan/target.ts'
import { seeAt } from './check-file.ts'
import { listEntries, measureTree, type TreeMeasure } from './measure-tree.ts'
import { type FileSkip, skipForFault } from './outcomes.ts'
import { type Place, placeInHome } from './resolve-path.ts'

type RootCheck = { readonly skip: null; readonly place: Place } | { readonly skip: FileSkip }

export type FolderCheck =
  | { readonly skip: null; readonly place: Place; readonly measure: TreeMeasure }
  | { readonly skip: FileSkip }

/** Checks the whole tree, for actions that cannot be undone. Throws file system errors. */
export function checkFolder(homePath: string, target: FolderTarget): FolderCheck {
  const root = checkRoot(homePath, target)
  if (root.skip !== null) return root
  const measure = measureTree(root.place.path)
  if (measure === null) return { skip: 'file-gone' }
  // Removing it would empty that disk.
  if (measure.hasOtherDisk) return { skip: 'other-disk' }
  const same = measure.newestMtimeNs === BigInt(target.newestMtimeNs) && measure.entries === target.entries
  return same ? { skip: null, place: root.place, measure } : { skip: 'folder-changed' }
}

/**
 * Checks the folder and its direct entries only, which is fast and enough for a move that can be undone. It
 * detects every use of a repository, because git locks its index there first.
 */
export function checkFolderTop(homePath: string, target: FolderTarget): RootCheck {
  const root = checkRoot(homePath, target)
  if (root.skip !== null) return root
  return isNewerThan(root.place.path, BigInt(target.newestMtimeNs)) ? { skip: 'folder-changed' } : root
}

/** Whether this is the planned folder, whatever its name is now. */
export function isTargetFolder(path: string, target: FolderTarget): boolean {
  const stats = seeAt(path)
  return stats?.isDirectory() === true && isSame(stats, target)
}

/** Whether it is the planned folder and unchanged, as far as `checkFolderTop` can tell. */
export const isFolderUnchanged = (path: string, target: FolderTarget): boolean =>
  isTargetFolder(path, target) && !isNewerThan(path, BigInt(target.newestMtimeNs))

const isSame = ({ dev, ino }: BigIntStats, target: FolderTarget): boolean =>
  dev === BigInt(target.dev) && ino === BigInt(target.ino)

function checkRoot(homePath: string, target: FolderTarget): RootCheck {
  const place = placeInHome(homePath, target.path)
  if (!place.ok) return { skip: skipForFault(place.fault) }
  const stats = seeAt(place.value.path)
  if (stats === null) return { skip: 'file-gone' }
  if (!stats.isDirectory()) return { skip: 'not-a-plain-file' }
  return isSame(stats, target) ? { skip: null, place: place.value } : { skip: 'folder-changed' }
}

/** Doubles resolve times to a quarter of a microsecond, far less than the time between planning and a change. */
function isNewerThan(path: string, newestMtimeNs: bigint): boolean {
  const newestMs = Number(newestMtimeNs) / 1e6
  return [path, ...listEntries(path)].some(
    (place) => (lstatSync(place, { throwIfNoEntry: false })?.mtimeMs ?? 0) > newestMs + 0.001,
  )
}
