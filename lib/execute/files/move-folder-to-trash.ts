/** Moves a folder into a receipt's trash with a single rename. */
import { renameSync } from 'node:fs'
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import type { FolderTarget } from '../../domain/plan/target.ts'
import { checkFolderTop, isTargetFolder } from './check-folder.ts'
import { REPLACED_FOLDER } from './held-folder.ts'
import { prepareTrash, trashNames } from './move-to-trash.ts'
import { attempt, done, orUndo, skipped, unfinished } from './outcomes.ts'
import { placeInTrash } from './resolve-path.ts'
import type { OnStep } from './step.ts'

/** Safe to run again: a folder already in the trash counts as done. */
export const moveFolderToTrash = (
  homePath: string,
  receiptId: string,
  target: FolderTarget,
  onStep?: OnStep,
): Outcome => attempt('It is where it was.', () => move(homePath, receiptId, target, onStep))

function move(
  homePath: string,
  receiptId: string,
  target: FolderTarget,
  onStep: OnStep | undefined,
): Outcome {
  const checked = checkFolderTop(homePath, target)
  // Moved before a kill. Whatever has its name now is a different folder.
  if (checked.skip !== null && isInTrash(homePath, receiptId, target)) return done(0)
  if (checked.skip !== null) return skipped(checked.skip)
  const trash = prepareTrash(homePath, receiptId, target.path)
  if (!trash.ok) return skipped(trash.fault)
  const [from, to] = [checked.place, trash.value]
  onStep?.('move-to-trash', from.shown)
  renameSync(from.path, to.path)
  const undo = () => {
    renameSync(to.path, from.path)
    return true
  }
  return orUndo(() => {
    const isPlanned = isTargetFolder(to.path, target)
    if (!to.folder.wasHeld()) {
      // Its path leads elsewhere by now. Only the planned folder is moved back from there.
      if (!isTargetFolder(to.path, target)) return unfinished(REPLACED_FOLDER)
    } else if (isPlanned) return done(0)
    undo()
    return skipped('folder-changed')
  }, undo)
}

function isInTrash(homePath: string, receiptId: string, target: FolderTarget): boolean {
  const place = placeInTrash(homePath, receiptId, trashNames(target.path))
  return place.ok && isTargetFolder(place.value.path, target)
}
