/**
 * Deletes a file for good. It is renamed first and compared again under the new name, because a file written
 * between a check and an unlink of the same name would be lost.
 */
import { renameSync, unlinkSync } from 'node:fs'
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import type { FileFingerprint } from '../../domain/plan/target.ts'
import { isNoSpace } from '../../platform/error-code.ts'
import { freedBytes } from '../../platform/fingerprint-file.ts'
import { compareFile, seeAt, seeIn } from './check-file.ts'
import { attempt, done, orUndo, skipForFault, skipped } from './outcomes.ts'
import { renameNoReplace } from './rename-no-replace.ts'
import { type Place, placeIn, placeInHome } from './resolve-path.ts'
import type { OnStep } from './step.ts'

export const removeFile = (homePath: string, fingerprint: FileFingerprint, onStep?: OnStep): Outcome =>
  attempt('It is where it was.', () => remove(homePath, fingerprint, onStep))

/** In the same folder, so that only a name is written. That works on a full disk too. */
export const asideOf = ({ folder }: Place, ino: string): Place => placeIn(folder, `.steward-aside-${ino}`)

function remove(homePath: string, fingerprint: FileFingerprint, onStep: OnStep | undefined): Outcome {
  const found = placeInHome(homePath, fingerprint.path)
  if (!found.ok) return skipped(skipForFault(found.fault))
  // Set aside before a kill. Whatever has its name now is a different file, unless both are the planned one.
  const aside = asideOf(found.value, fingerprint.ino)
  const settled = finish(aside, fingerprint, onStep)
  const checked = seeIn(found.value, fingerprint)
  if (checked.skip !== null) return settled ?? skipped(checked.skip)
  const { place, stats } = checked
  onStep?.('set-aside', place.shown)
  try {
    renameSync(place.path, aside.path)
  } catch (error) {
    if (!isNoSpace(error)) throw error
    onStep?.('remove', place.shown)
    unlinkSync(place.path)
    return done(freedBytes(stats))
  }
  return orUndo(
    () => finish(aside, fingerprint, onStep) ?? restoreName(aside, place),
    () => renameNoReplace(aside.path, place.path),
  )
}

function restoreName(aside: Place, place: Place): Outcome {
  if (renameNoReplace(aside.path, place.path)) return skipped('file-changed')
  return {
    kind: 'failed',
    code: 'replaced',
    message: `It was replaced twice. One version is at ${aside.shown}.`,
  }
}

/** Null if the file that was set aside is not the planned one. */
function finish(aside: Place, fingerprint: FileFingerprint, onStep: OnStep | undefined): Outcome | null {
  const stats = seeAt(aside.path)
  if (stats === null || compareFile(stats, fingerprint) !== null) return null
  onStep?.('remove', aside.shown)
  if (!aside.folder.wasHeld()) return null
  unlinkSync(aside.path)
  return done(freedBytes(stats))
}
