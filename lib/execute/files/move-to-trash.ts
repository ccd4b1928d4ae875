/**
 * Moves a file into a receipt's trash. It is compared again after the move, and put back if it was replaced
 * in between.
 */
import { renameSync } from 'node:fs'
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import type { FileFingerprint, InnerPath } from '../../domain/plan/target.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { compareFile, seeAt, seeFile } from './check-file.ts'
import { REPLACED_FOLDER } from './held-folder.ts'
import { makeFolders } from './make-folders.ts'
import { attempt, done, type FileSkip, orUndo, skipped, unfinished } from './outcomes.ts'
import { renameNoReplace } from './rename-no-replace.ts'
import { isReceiptId, type Place, placeIn, placeInTrash, TRASH } from './resolve-path.ts'
import type { OnStep } from './step.ts'

/** Safe to run again: a file already in the trash counts as done. Space is freed when the trash is purged. */
export const moveToTrash = (
  homePath: string,
  receiptId: string,
  fingerprint: FileFingerprint,
  onStep?: OnStep,
): Outcome => attempt('It is where it was.', () => move(homePath, receiptId, fingerprint, onStep))

/** Where an item of the home is in the trash. */
export const trashNames = (names: InnerPath): InnerPath => ['files', ...names]

/** Creates the folders for an item in the trash and returns its place, or why that is impossible. */
export function prepareTrash(homePath: string, receiptId: string, names: InnerPath): Result<Place, FileSkip> {
  if (!isReceiptId(receiptId)) return failed('not-a-plain-file')
  const folder = makeFolders(homePath, [TRASH, receiptId, ...trashNames(names).slice(0, -1)])
  if (folder === null) return failed('not-a-plain-file')
  const place = placeIn(folder, names.at(-1) ?? '')
  return seeAt(place.path) === null ? ok(place) : failed('place-taken')
}

function move(
  homePath: string,
  receiptId: string,
  fingerprint: FileFingerprint,
  onStep: OnStep | undefined,
): Outcome {
  const checked = seeFile(homePath, fingerprint)
  // Moved before a kill. Whatever has its name now is a different file.
  if (checked.skip !== null && isInTrash(homePath, receiptId, fingerprint)) return done(0)
  if (checked.skip !== null) return skipped(checked.skip)
  const trash = prepareTrash(homePath, receiptId, fingerprint.path)
  if (!trash.ok) return skipped(trash.fault)
  const { place } = checked
  onStep?.('move-to-trash', place.shown)
  renameSync(place.path, trash.value.path)
  return orUndo(
    () => checkAgain(trash.value, place, fingerprint),
    () => renameNoReplace(trash.value.path, place.path),
  )
}

function checkAgain(inTrash: Place, place: Place, fingerprint: FileFingerprint): Outcome {
  const isPlanned = isThere(inTrash, fingerprint)
  if (!inTrash.folder.wasHeld()) {
    // Its path leads elsewhere by now. Only the planned file is moved back from there.
    if (!isThere(inTrash, fingerprint)) return unfinished(REPLACED_FOLDER)
  } else if (isPlanned) return done(0)
  if (renameNoReplace(inTrash.path, place.path))
    return skipped(isPlanned ? 'not-a-plain-file' : 'file-changed')
  return {
    kind: 'failed',
    code: 'replaced',
    message: `It was replaced twice. One version is at ${inTrash.shown}.`,
  }
}

function isThere({ path }: Place, fingerprint: FileFingerprint): boolean {
  const stats = seeAt(path)
  return stats !== null && compareFile(stats, fingerprint) === null
}

export function isInTrash(homePath: string, receiptId: string, fingerprint: FileFingerprint): boolean {
  const place = placeInTrash(homePath, receiptId, trashNames(fingerprint.path))
  return place.ok && isThere(place.value, fingerprint)
}
