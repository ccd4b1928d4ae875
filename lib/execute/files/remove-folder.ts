/**
 * Deletes folders with everything in them. Each is renamed first, so that a half-removed folder is never
 * visible under its name. Running it again after a kill finishes it.
 */
import { renameSync, rmSync } from 'node:fs'
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import type { FolderTarget } from '../../domain/plan/target.ts'
import { errorCode, isNoSpace } from '../../platform/error-code.ts'
import { seeAt } from './check-file.ts'
import { checkFolder, isFolderUnchanged, isTargetFolder } from './check-folder.ts'
import { measureTree } from './measure-tree.ts'
import { done, orUndo, outcomeOf, skipped } from './outcomes.ts'
import { asideName } from './remove-file.ts'
import { resolveInHome } from './resolve-path.ts'
import { RmProcess } from './rm-process.ts'
import type { OnStep } from './step.ts'

export function removeFolder(homePath: string, target: FolderTarget, onStep?: OnStep): Outcome {
  const aside = setAside(homePath, target, onStep)
  return 'kind' in aside ? aside : finish(aside)
}

type RemoveOptions = {
  /** Checked before each folder. Folders after it have no outcome. */
  readonly stop?: () => boolean
  readonly onStep?: OnStep
}

/** Another process removes folders while this one checks the next. */
export async function removeFolders(
  homePath: string,
  targets: readonly FolderTarget[],
  { stop, onStep }: RemoveOptions = {},
): Promise<Outcome[]> {
  const process = new RmProcess()
  const asides: (Aside | Outcome)[] = []
  try {
    for (const target of targets) {
      if (stop?.()) break
      const aside = setAside(homePath, target, onStep)
      if (!('kind' in aside)) await process.remove(aside.path)
      asides.push(aside)
    }
  } finally {
    await process.end()
  }
  return asides.map((aside) => ('kind' in aside ? aside : finish(aside)))
}

/** `name` is the original path. `entries` is null if some content may already be gone. */
type Aside = {
  readonly path: string
  readonly name: string
  readonly freedBytes: number
  readonly entries: number | null
}

function setAside(homePath: string, target: FolderTarget, onStep: OnStep | undefined): Aside | Outcome {
  try {
    const aside = rename(homePath, target, onStep)
    if (!('kind' in aside)) onStep?.('remove', aside.path)
    return aside
  } catch (error) {
    return outcomeOf(error, 'It is where it was.')
  }
}

function rename(homePath: string, target: FolderTarget, onStep: OnStep | undefined): Aside | Outcome {
  const place = resolveInHome(homePath, target.path)
  const path = asideName(place.ok ? place.value : '', target.ino)
  const checked = checkFolder(homePath, target)
  // Set aside before a kill. Whatever has its name now is a different folder.
  if (checked.skip !== null && place.ok && isTargetFolder(path, target))
    return { path, name: place.value, freedBytes: measureTree(path)?.freedBytes ?? 0, entries: null }
  if (checked.skip !== null) return skipped(checked.skip)
  const { freedBytes, entries } = checked.measure
  onStep?.('set-aside', checked.path)
  try {
    renameSync(checked.path, path)
  } catch (error) {
    if (!isNoSpace(error)) throw error
    return { path: checked.path, name: checked.path, freedBytes, entries }
  }
  const undo = () => {
    renameSync(path, checked.path)
    return true
  }
  let isPlanned = false
  const outcome = orUndo(() => {
    isPlanned = isFolderUnchanged(path, target)
    if (!isPlanned) undo()
    return skipped('folder-changed')
  }, undo)
  return isPlanned ? { path, name: checked.path, freedBytes, entries } : outcome
}

/** `rmSync` is native, opens folders relative to their parent and follows no links. */
function finish(aside: Aside): Outcome {
  const { path, freedBytes } = aside
  try {
    if (seeAt(path) !== null) rmSync(path, { recursive: true })
    return done(freedBytes)
  } catch (error) {
    const code = errorCode(error)
    if (code === null) throw error
    return orUndo(
      () => reportLeftover(aside, code),
      () => false,
    )
  }
}

/** A complete folder gets its name back. A partly removed one cannot, so it counts as done with a note. */
function reportLeftover({ path, name, freedBytes, entries }: Aside, code: string): Outcome {
  const left = measureTree(path)
  if (left === null) return done(freedBytes)
  if (left.entries === entries) {
    if (path !== name) renameSync(path, name)
    return { kind: 'failed', code, message: `The system says ${code}. It is where it was.` }
  }
  const note = `The system says ${code}. What is left of it lies at ${path}.`
  return { kind: 'done', freedBytes: Math.max(0, freedBytes - left.freedBytes), note }
}
