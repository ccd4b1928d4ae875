/**
 * Puts a file or a folder back into the home: out of the trash, or out of the folder a bundle was unpacked into.
 * Folders on the way that are gone are made again; what lies in its place now stays.
 */
import { renameSync } from 'node:fs'
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import type { InnerPath } from '../../domain/plan/target.ts'
import { errorCode } from '../../platform/error-code.ts'
import { seeAt } from './check-file.ts'
import { makeFolders } from './make-folders.ts'
import { trashNames } from './move-to-trash.ts'
import { attempt, done, skipForFault, skipped } from './outcomes.ts'
import { renameNoReplace } from './rename-no-replace.ts'
import { resolveInHome, resolveInTrash } from './resolve-path.ts'
import type { OnStep } from './step.ts'

export type MoveBack = {
  readonly homePath: string
  readonly receiptId: string
  /** In the home, as it was. */
  readonly names: InnerPath
  /** Below the receipt's trash folder; where `moveToTrash` puts it unless told. */
  readonly from?: InnerPath
  readonly onStep?: OnStep
}

/** Running it again over what is back already says `file-gone` of the trash: the caller's journal knows better. */
export const moveBack = (request: MoveBack): Outcome =>
  attempt('It is still in the trash.', () => move(request))

/** True when it would go back as things are: asked for every item before the first is moved. */
export function isPlaceFree(homePath: string, names: InnerPath): boolean {
  const place = resolveInHome(homePath, names)
  return place.ok ? seeAt(place.value) === null : place.fault === 'missing'
}

function move({ homePath, receiptId, names, from = trashNames(names), onStep }: MoveBack): Outcome {
  const inTrash = resolveInTrash(homePath, receiptId, from)
  if (!inTrash.ok) return skipped(skipForFault(inTrash.fault))
  const stats = seeAt(inTrash.value)
  if (stats === null) return skipped('file-gone')
  if (!makeParents(homePath, names)) return skipped('not-a-plain-file')
  const place = resolveInHome(homePath, names)
  if (!place.ok) return skipped(skipForFault(place.fault))
  onStep?.('move-back', place.value)
  const moved = stats.isDirectory()
    ? placeFolder(inTrash.value, place.value)
    : renameNoReplace(inTrash.value, place.value)
  return moved ? done(0) : skipped('place-taken')
}

function makeParents(homePath: string, names: InnerPath): boolean {
  const place = resolveInHome(homePath, names)
  return place.ok || (place.fault === 'missing' && makeFolders(homePath, names.slice(0, -1)))
}

/** The system itself never renames a folder over a file or over a folder that holds anything. */
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
