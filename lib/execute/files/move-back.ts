/**
 * Moves a file or folder from the trash, or from an unpacked bundle, back into the home. Missing parent
 * folders are created. Whatever is in its place now stays.
 */
import { renameSync } from 'node:fs'
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import type { InnerPath } from '../../domain/plan/target.ts'
import { errorCode } from '../../platform/error-code.ts'
import { seeAt } from './check-file.ts'
import { REPLACED_FOLDER } from './held-folder.ts'
import { makeFolders } from './make-folders.ts'
import { trashNames } from './move-to-trash.ts'
import { attempt, done, skipForFault, skipped, unfinished } from './outcomes.ts'
import { renameNoReplace } from './rename-no-replace.ts'
import { placeInHome, placeInTrash } from './resolve-path.ts'
import type { OnStep } from './step.ts'

export type MoveBack = {
  readonly homePath: string
  readonly receiptId: string
  /** Original path in the home. */
  readonly names: InnerPath
  /** Path below the receipt's trash folder. Defaults to where `moveToTrash` put it. */
  readonly from?: InnerPath
  readonly onStep?: OnStep
}

/** Reports `file-gone` if run again after it succeeded. The caller's journal knows it was restored. */
export const moveBack = (request: MoveBack): Outcome =>
  attempt('It is still in the trash.', () => move(request))

/** Whether the item could be moved back now. Checked for every item before the first is moved. */
export function isPlaceFree(homePath: string, names: InnerPath): boolean {
  const place = placeInHome(homePath, names)
  return place.ok ? seeAt(place.value.path) === null : place.fault === 'missing'
}

function move({ homePath, receiptId, names, from = trashNames(names), onStep }: MoveBack): Outcome {
  const found = placeInTrash(homePath, receiptId, from)
  if (!found.ok) return skipped(skipForFault(found.fault))
  const inTrash = found.value
  const stats = seeAt(inTrash.path)
  if (stats === null) return skipped('file-gone')
  if (!makeParents(homePath, names)) return skipped('not-a-plain-file')
  const place = placeInHome(homePath, names)
  if (!place.ok) return skipped(skipForFault(place.fault))
  const to = place.value
  onStep?.('move-back', to.shown)
  const putBack = stats.isDirectory() ? placeFolder : renameNoReplace
  if (!putBack(inTrash.path, to.path)) return skipped('place-taken')
  if (to.folder.wasHeld()) return done(0)
  const landed = seeAt(to.path)
  // Whatever is there was not moved by this.
  if (landed?.ino !== stats.ino || landed.dev !== stats.dev) return unfinished(REPLACED_FOLDER)
  return putBack(to.path, inTrash.path) ? skipped('not-a-plain-file') : unfinished(REPLACED_FOLDER)
}

function makeParents(homePath: string, names: InnerPath): boolean {
  const place = placeInHome(homePath, names)
  return place.ok || (place.fault === 'missing' && makeFolders(homePath, names.slice(0, -1)) !== null)
}

/** rename(2) never replaces a file or a non-empty folder with a folder. */
function placeFolder(from: string, to: string): boolean {
  if (seeAt(to) !== null) return false
  try {
    renameSync(from, to)
    return true
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(errorCode(error) ?? '')) return false
    throw error
  }
}
