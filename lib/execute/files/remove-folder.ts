/**
 * Deletes a folder with everything in it. It is set aside by one rename first, so that nobody meets a half-removed
 * folder under its name, and a kill in the middle is finished by running it again.
 */
import { renameSync, rmSync } from 'node:fs'
import type { Outcome } from '../../domain/plan/receipt.ts'
import type { FolderTarget } from '../../domain/plan/target.ts'
import { checkFolder, isFolderOf } from './check-folder.ts'
import { isNoSpace } from './error-code.ts'
import { insideHome } from './inside-home.ts'
import { measureTree } from './measure.ts'
import { attempt, done, outcomeOf, skipped } from './outcomes.ts'
import { asideName } from './remove-file.ts'
import type { OnStep } from './step.ts'

export const removeFolder = (homePath: string, target: FolderTarget, onStep?: OnStep): Outcome =>
  attempt('It is where it was.', () => remove(homePath, target, onStep))

function remove(homePath: string, target: FolderTarget, onStep: OnStep | undefined): Outcome {
  const place = insideHome(homePath, target.path)
  const aside = asideName(place.ok ? place.value : '', target.ino)
  const seen = checkFolder(homePath, target)
  if (seen.skip === 'file-gone' && place.ok && isFolderOf(aside, target))
    return removeAside(aside, measureTree(aside)?.freedBytes ?? 0, onStep)
  if (seen.skip !== null) return skipped(seen.skip)
  onStep?.('set-aside', seen.path)
  try {
    renameSync(seen.path, aside)
  } catch (error) {
    if (!isNoSpace(error)) throw error
    return removeAside(seen.path, seen.measure.freedBytes, onStep)
  }
  if (isFolderOf(aside, target)) return removeAside(aside, seen.measure.freedBytes, onStep)
  renameSync(aside, seen.path)
  return skipped('folder-changed')
}

/** `rmSync` runs in native code, opens each folder relative to the last one and follows no link. */
function removeAside(path: string, freedBytes: number, onStep: OnStep | undefined): Outcome {
  onStep?.('remove', path)
  try {
    rmSync(path, { recursive: true })
    return done(freedBytes)
  } catch (error) {
    return outcomeOf(error, `What is left of it lies at ${path}.`)
  }
}
