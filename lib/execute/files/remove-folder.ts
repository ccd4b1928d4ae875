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
import { type HeldFolder, REPLACED_FOLDER } from './held-folder.ts'
import { measureTree } from './measure-tree.ts'
import { done, orUndo, outcomeOf, skipped, unfinished } from './outcomes.ts'
import { asideOf } from './remove-file.ts'
import { type Place, placeIn, placeInHome } from './resolve-path.ts'
import { hasSafeRm, RmProcess } from './rm-process.ts'
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

/** Other processes remove folders while this one checks the next. */
export async function removeFolders(
  homePath: string,
  targets: readonly FolderTarget[],
  { stop, onStep }: RemoveOptions = {},
): Promise<Outcome[]> {
  const removers = new Removers()
  const asides: (Aside | Outcome)[] = []
  try {
    for (const target of targets) {
      if (stop?.()) break
      const aside = setAside(homePath, target, onStep)
      asides.push('kind' in aside ? aside : await removers.remove(aside))
    }
    await removers.end()
    return asides.map((aside) => ('kind' in aside ? aside : finish(aside)))
  } finally {
    await removers.end()
    removers.close()
  }
}

/** The parents of removed folders, open until the end, and a process for each of the first few. */
class Removers {
  readonly #folders = new Map<string, { readonly folder: HeldFolder; readonly rm: RmProcess | null }>()

  /** Returns where it can be found after an `await`. */
  async remove(aside: Aside): Promise<Aside> {
    const { dev, ino } = aside.place.folder.handle
    const key = `${dev} ${ino}`
    const known = this.#folders.get(key) ?? this.#open(aside.place.folder)
    this.#folders.set(key, known)
    const place = placeIn(known.folder, aside.place.name)
    const name = placeIn(known.folder, aside.name.name)
    await known.rm?.remove(`./${place.name}`)
    return { ...aside, place, name }
  }

  #open(seen: HeldFolder) {
    const folder = seen.again()
    const isFew = this.#folders.size < PROCESSES
    return { folder, rm: isFew && hasSafeRm(folder) ? new RmProcess(folder) : null }
  }

  async end(): Promise<void> {
    for (const { rm } of this.#folders.values()) await rm?.end()
  }

  close(): void {
    for (const { folder } of this.#folders.values()) folder.close()
  }
}

const PROCESSES = 3

/** `name` is the original place. `entries` is null if some content may already be gone. */
type Aside = {
  readonly place: Place
  readonly name: Place
  readonly freedBytes: number
  readonly entries: number | null
}

function setAside(homePath: string, target: FolderTarget, onStep: OnStep | undefined): Aside | Outcome {
  try {
    const aside = rename(homePath, target, onStep)
    if (!('kind' in aside)) onStep?.('remove', aside.place.shown)
    return aside
  } catch (error) {
    return outcomeOf(error, 'It is where it was.')
  }
}

function rename(homePath: string, target: FolderTarget, onStep: OnStep | undefined): Aside | Outcome {
  const found = placeInHome(homePath, target.path)
  const checked = checkFolder(homePath, target)
  if (checked.skip !== null) {
    const aside = found.ok ? asideOf(found.value, target.ino) : null
    // Set aside before a kill. Whatever has its name now is a different folder.
    if (found.ok && aside !== null && isTargetFolder(aside.path, target)) {
      const measure = measureTree(aside.path)
      if (measure?.hasOtherDisk === true) return skipped('other-disk')
      return { place: aside, name: found.value, freedBytes: measure?.freedBytes ?? 0, entries: null }
    }
    return skipped(checked.skip)
  }
  const { freedBytes, entries } = checked.measure
  const name = checked.place
  const place = asideOf(name, target.ino)
  onStep?.('set-aside', name.shown)
  try {
    renameSync(name.path, place.path)
  } catch (error) {
    if (!isNoSpace(error)) throw error
    return { place: name, name, freedBytes, entries }
  }
  const undo = () => {
    renameSync(place.path, name.path)
    return true
  }
  let isPlanned = false
  const outcome = orUndo(() => {
    isPlanned = isFolderUnchanged(place.path, target) && place.folder.wasHeld()
    if (!isPlanned) undo()
    return skipped('folder-changed')
  }, undo)
  return isPlanned ? { place, name, freedBytes, entries } : outcome
}

/** `rmSync` is native, opens folders relative to their parent and follows no links. */
function finish(aside: Aside): Outcome {
  const { place, freedBytes } = aside
  try {
    if (!place.folder.wasHeld()) return unfinished(REPLACED_FOLDER)
    if (seeAt(place.path) !== null) rmSync(place.path, { recursive: true })
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
function reportLeftover({ place, name, freedBytes, entries }: Aside, code: string): Outcome {
  const left = measureTree(place.path)
  if (left === null) return done(freedBytes)
  if (left.entries === entries) {
    if (place.path !== name.path) renameSync(place.path, name.path)
    return { kind: 'failed', code, message: `The system says ${code}. It is where it was.` }
  }
  const note = `The system says ${code}. What is left of it is at ${place.shown}.`
  return { kind: 'done', freedBytes: Math.max(0, freedBytes - left.freedBytes), note }
}
