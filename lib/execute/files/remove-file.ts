/**
 * Deletes a file for good. It is renamed first and compared again under the new name, because a file written
 * between a check and an unlink of the same name would be lost.
 */
import { renameSync, unlinkSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import type { FileFingerprint } from '../../domain/plan/target.ts'
import { isNoSpace } from '../../platform/error-code.ts'
import { freedBytes } from '../../platform/fingerprint-file.ts'
import { compareFile, seeAt, seeFile } from './check-file.ts'
import { attempt, done, orUndo, skipForFault, skipped } from './outcomes.ts'
import { renameNoReplace } from './rename-no-replace.ts'
import { resolveInHome } from './resolve-path.ts'
import type { OnStep } from './step.ts'

export const removeFile = (homePath: string, fingerprint: FileFingerprint, onStep?: OnStep): Outcome =>
  attempt('It is where it was.', () => remove(homePath, fingerprint, onStep))

/** In the same folder, so that only a name is written. That works on a full disk too. */
export const asideName = (path: string, ino: string): string => `${dirname(path)}/.steward-aside-${ino}`

function remove(homePath: string, fingerprint: FileFingerprint, onStep: OnStep | undefined): Outcome {
  const place = resolveInHome(homePath, fingerprint.path)
  if (!place.ok) return skipped(skipForFault(place.fault))
  const aside = asideName(place.value, fingerprint.ino)
  // Set aside before a kill. Whatever has its name now is a different file, unless both are the planned one.
  const settled = finish(aside, fingerprint, onStep)
  const checked = seeFile(homePath, fingerprint)
  if (checked.skip !== null) return settled ?? skipped(checked.skip)
  onStep?.('set-aside', checked.path)
  try {
    renameSync(checked.path, aside)
  } catch (error) {
    if (!isNoSpace(error)) throw error
    onStep?.('remove', checked.path)
    unlinkSync(checked.path)
    return done(freedBytes(checked.stats))
  }
  return orUndo(
    () => finish(aside, fingerprint, onStep) ?? restoreName(aside, checked.path),
    () => renameNoReplace(aside, checked.path),
  )
}

function restoreName(aside: string, path: string): Outcome {
  if (renameNoReplace(aside, path)) return skipped('file-changed')
  return { kind: 'failed', code: 'replaced', message: `It was replaced twice; one version is at ${aside}.` }
}

/** Null if the file that was set aside is not the planned one. */
function finish(aside: string, fingerprint: FileFingerprint, onStep: OnStep | undefined): Outcome | null {
  const stats = seeAt(aside)
  if (stats === null || compareFile(stats, fingerprint) !== null) return null
  onStep?.('remove', aside)
  unlinkSync(aside)
  return done(freedBytes(stats))
}
