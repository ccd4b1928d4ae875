/**
 * Moves a file into a receipt's trash. It is compared again after the move, and put back if it was replaced
 * in between.
 */
import { renameSync } from 'node:fs'
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import type { FileFingerprint, InnerPath } from '../../domain/plan/target.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { compareFile, seeAt, seeFile } from './check-file.ts'
import { makeFolders } from './make-folders.ts'
import { attempt, done, type FileSkip, orUndo, skipped } from './outcomes.ts'
import { renameNoReplace } from './rename-no-replace.ts'
import { isReceiptId, resolveInTrash, TRASH } from './resolve-path.ts'
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

/** Creates the folders for an item in the trash and returns its path, or why that is impossible. */
export function prepareTrash(
  homePath: string,
  receiptId: string,
  names: InnerPath,
): Result<string, FileSkip> {
  const folders = [TRASH, receiptId, ...trashNames(names).slice(0, -1)]
  if (!isReceiptId(receiptId) || !makeFolders(homePath, folders)) return failed('not-a-plain-file')
  const path = [homePath, ...folders, names.at(-1)].join('/')
  return seeAt(path) === null ? ok(path) : failed('place-taken')
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
  onStep?.('move-to-trash', checked.path)
  renameSync(checked.path, trash.value)
  return orUndo(
    () => checkAgain(trash.value, checked.path, fingerprint),
    () => renameNoReplace(trash.value, checked.path),
  )
}

function checkAgain(inTrash: string, path: string, fingerprint: FileFingerprint): Outcome {
  const moved = seeAt(inTrash)
  if (moved !== null && compareFile(moved, fingerprint) === null) return done(0)
  if (renameNoReplace(inTrash, path)) return skipped('file-changed')
  return { kind: 'failed', code: 'replaced', message: `It was replaced twice; one version is at ${inTrash}.` }
}

export function isInTrash(homePath: string, receiptId: string, fingerprint: FileFingerprint): boolean {
  const place = resolveInTrash(homePath, receiptId, trashNames(fingerprint.path))
  const stats = place.ok ? seeAt(place.value) : null
  return stats !== null && compareFile(stats, fingerprint) === null
}
