/**
 * Deletes one file for good. It is set aside under a name of ours first and looked at again there, because between
 * a look and an unlink by the same name somebody could write a new file, and that one would be lost.
 */
import { renameSync, unlinkSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import type { FileFingerprint } from '../../domain/plan/target.ts'
import { isNoSpace } from '../../platform/error-code.ts'
import { blocksOf, compareFile, seeAt, seeFile } from './check-file.ts'
import { attempt, done, orUndo, skipOfPlace, skipped } from './outcomes.ts'
import { placeFile } from './rename-no-replace.ts'
import { insideHome } from './resolve-path.ts'
import type { OnStep } from './step.ts'

export const removeFile = (homePath: string, mark: FileFingerprint, onStep?: OnStep): Outcome =>
  attempt('It is where it was.', () => remove(homePath, mark, onStep))

/** Beside the thing, so that nothing but a name is written: that works on a full disk too. */
export const asideName = (path: string, ino: string): string => `${dirname(path)}/.steward-aside-${ino}`

function remove(homePath: string, mark: FileFingerprint, onStep: OnStep | undefined): Outcome {
  const place = insideHome(homePath, mark.path)
  if (!place.ok) return skipped(skipOfPlace(place.fault))
  const aside = asideName(place.value, mark.ino)
  // Set aside before a kill: whatever has its name by now is another one, unless both names are of the planned file.
  const settled = finish(aside, mark, onStep)
  const seen = seeFile(homePath, mark)
  if (seen.skip !== null) return settled ?? skipped(seen.skip)
  onStep?.('set-aside', seen.path)
  try {
    renameSync(seen.path, aside)
  } catch (error) {
    if (!isNoSpace(error)) throw error
    onStep?.('remove', seen.path)
    unlinkSync(seen.path)
    return done(blocksOf(seen.stats))
  }
  return orUndo(
    () => finish(aside, mark, onStep) ?? giveBack(aside, seen.path),
    () => placeFile(aside, seen.path),
  )
}

function giveBack(aside: string, path: string): Outcome {
  if (placeFile(aside, path)) return skipped('file-changed')
  return { kind: 'failed', code: 'replaced', message: `It was replaced twice; one version is at ${aside}.` }
}

/** Null where what was set aside is not the planned file. */
function finish(aside: string, mark: FileFingerprint, onStep: OnStep | undefined): Outcome | null {
  const stats = seeAt(aside)
  if (stats === null || compareFile(stats, mark) !== null) return null
  onStep?.('remove', aside)
  unlinkSync(aside)
  return done(blocksOf(stats))
}
