/** Moves a whole folder into the trash of a receipt: one rename, however much lies in it. */
import { renameSync } from 'node:fs'
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import type { FolderTarget } from '../../domain/plan/target.ts'
import { checkFolderTop, isFolderOf } from './check-folder.ts'
import { prepareTrash, trashNames } from './move-to-trash.ts'
import { attempt, done, orUndo, skipped } from './outcomes.ts'
import { insideTrash } from './resolve-path.ts'
import type { OnStep } from './step.ts'

/** Running it again finds the folder in the trash and says the same. */
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
  const seen = checkFolderTop(homePath, target)
  // Moved before a kill: whatever has its name by now is another one.
  if (seen.skip !== null && isInTrash(homePath, receiptId, target)) return done(0)
  if (seen.skip !== null) return skipped(seen.skip)
  const trash = prepareTrash(homePath, receiptId, target.path)
  if (!trash.ok) return skipped(trash.fault)
  onStep?.('move-to-trash', seen.path)
  renameSync(seen.path, trash.value)
  const undo = () => {
    renameSync(trash.value, seen.path)
    return true
  }
  return orUndo(() => {
    if (isFolderOf(trash.value, target)) return done(0)
    undo()
    return skipped('folder-changed')
  }, undo)
}

function isInTrash(homePath: string, receiptId: string, target: FolderTarget): boolean {
  const place = insideTrash(homePath, receiptId, trashNames(target.path))
  return place.ok && isFolderOf(place.value, target)
}
