/**
 * Restores projects into the shared store: imports their objects if needed, checks that all of them are there,
 * restores their files and finally, in one transaction, the refs that make them visible to Hermes.
 */
import type { KeptItem } from '../../domain/plan/kept.ts'
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import type { FileFingerprint, InnerPath } from '../../domain/plan/target.ts'
import { checkKeptFile, checkUnpacked } from '../files/check-kept.ts'
import { fingerprintFile } from '../files/fingerprint-file.ts'
import { isPlaceFree } from '../files/move-back.ts'
import { faultOf, moveBackChecked } from '../files/move-back-checked.ts'
import { done, skipped } from '../files/outcomes.ts'
import type { OnStep } from '../files/step.ts'
import { findMissing } from './check-histories.ts'
import { gitFault, trashRef } from './keep-objects.ts'
import { type ProjectSave, projectRef, REF_FOLDER, refFolder } from './read-project.ts'
import { changeRefs, type RefChange, readTips, type Tips } from './refs.ts'
import { runStoreGit } from './run-store-git.ts'
import { readMode, setMode } from './store-modes.ts'

export type RestoreProject = {
  readonly save: ProjectSave
  /** Its files as they were moved to the trash. Null if that was not recorded. */
  readonly kept?: KeptItem | null
  /** Where the archive was unpacked, below the receipt's trash folder. Null when restoring from the trash. */
  readonly unpacked: {
    readonly history: string | null
    readonly fileAt: (path: InnerPath) => InnerPath
  } | null
}

type Place = { readonly homePath: string; readonly receiptId: string; readonly onStep?: OnStep }

/** By project id. Safe to run again after a kill. */
export async function restoreProjects(
  place: Place,
  projects: readonly RestoreProject[],
): Promise<Map<string, Outcome>> {
  const { homePath, receiptId } = place
  const outcomes = new Map<string, Outcome>()
  const tips = await readTips(
    homePath,
    projects.flatMap(({ save }) => [projectRef(save.id), trashRef(receiptId, save.id)]),
  )
  if (!tips.ok)
    return new Map(projects.map(({ save }) => [save.id, { kind: 'failed', ...gitFault(tips.fault) }]))
  const changes = new Map<string, readonly RefChange[]>()
  for (const project of projects) {
    const { save } = project
    outcomes.set(save.id, await bringBack(place, project, tips.value))
    if (outcomes.get(save.id)?.kind === 'done')
      changes.set(save.id, changesFor(receiptId, project, tips.value))
  }
  const hadFolder = readMode(refFolder(homePath)) !== null
  for (const [id, outcome] of await makeVisible(place, changes)) outcomes.set(id, outcome)
  for (const { save } of projects)
    if (outcomes.get(save.id)?.kind === 'done' && !restoreModes(homePath, save, hadFolder))
      outcomes.set(save.id, { kind: 'done', freedBytes: 0, note: OTHER_MODES })
  return outcomes
}

/** Projects that have another ref or another file by now. If git cannot tell, the restore reports that. */
export async function findTakenProjects(
  homePath: string,
  saves: readonly ProjectSave[],
): Promise<ReadonlySet<string>> {
  const tips = await readTips(
    homePath,
    saves.map(({ id }) => projectRef(id)),
  )
  return new Set(saves.flatMap((save) => (tips.ok && isTaken(homePath, save, tips.value) ? [save.id] : [])))
}

function isTaken(homePath: string, save: ProjectSave, tips: Tips): boolean {
  const now = tips.get(projectRef(save.id))
  if (now !== undefined && now !== save.tip) return true
  return pendingFiles(homePath, save).some(({ path }) => !isPlaceFree(homePath, path))
}

/** Everything but the refs. */
async function bringBack(place: Place, project: RestoreProject, tips: Tips): Promise<Outcome> {
  const { homePath, receiptId, onStep } = place
  const { save, unpacked } = project
  if (isTaken(homePath, save, tips)) return skipped('place-taken')
  // None is moved if one of them must not be.
  for (const file of pendingFiles(homePath, save)) {
    const fault = faultOf(checkFileOf(place, project, file))
    if (fault !== null) return fault
  }
  const complaint = await provideObjects(place, project)
  if (complaint !== null) return { kind: 'failed', ...gitFault(complaint) }
  for (const file of pendingFiles(homePath, save)) {
    const { path } = file
    const from = unpacked === null ? {} : { from: unpacked.fileAt(path) }
    const outcome = moveBackChecked(
      { homePath, receiptId, names: path, ...from, ...(onStep && { onStep }) },
      () => checkFileOf(place, project, file),
    )
    if (outcome.kind !== 'done') return outcome
  }
  return done(0)
}

/** Git creates a new ref, and its folder if no other project is left in it. False if the system refuses. */
function restoreModes(homePath: string, { id, tip, refModes }: ProjectSave, hadFolder: boolean): boolean {
  if (refModes === undefined || tip === null) return true
  const isSet = setMode(homePath, projectRef(id), refModes.ref)
  return hadFolder || refModes.folder === null
    ? isSet
    : setMode(homePath, REF_FOLDER, refModes.folder) && isSet
}

const OTHER_MODES = 'Its ref has different permissions than before. The system refused to change them.'

const checkFileOf = (
  { homePath, receiptId }: Place,
  { kept = null, unpacked }: RestoreProject,
  file: FileFingerprint,
) =>
  unpacked === null
    ? checkKeptFile({ homePath, receiptId, kept }, file)
    : checkUnpacked(homePath, receiptId, unpacked.fileAt(file.path), file)

/** The project's own ref keeps the objects that the ref in the trash kept until now. */
function changesFor(receiptId: string, { save, unpacked }: RestoreProject, tips: Tips): RefChange[] {
  const { id, tip } = save
  if (tip === null) return []
  const own = projectRef(id)
  const kept = trashRef(receiptId, id)
  return [
    ...(tips.has(own) ? [] : [{ ref: own, from: null, to: tip }]),
    ...(unpacked === null && tips.get(kept) === tip ? [{ ref: kept, from: tip, to: null }] : []),
  ]
}

/** Outcomes of projects that stay invisible. A ref that stays in the trash is harmless: it keeps what the other keeps. */
async function makeVisible(
  { homePath, onStep }: Place,
  changes: ReadonlyMap<string, readonly RefChange[]>,
): Promise<Map<string, Outcome>> {
  const refs = [...changes.values()].flat().map(({ ref }) => ref)
  if (refs.length === 0) return new Map()
  onStep?.('create-ref', refs.join(' '))
  const { moved, complaint } = await changeRefs(homePath, [...changes.values()])
  const now = moved.size === 0 ? null : await readTips(homePath, [...moved])
  const outcomes = new Map<string, Outcome>()
  for (const [id, group] of changes) {
    const own = group.find(({ to }) => to !== null)
    if (own === undefined) continue
    if (!group.some(({ ref }) => moved.has(ref))) {
      if (complaint !== null) outcomes.set(id, { kind: 'failed', ...gitFault(complaint) })
    } else if (now?.ok !== true || !moved.has(own.ref))
      outcomes.set(id, { kind: 'failed', ...gitFault('refs changed meanwhile; restore it again') })
    // A git process of an earlier, killed attempt may have created it.
    else if (now.value.get(own.ref) !== own.to) outcomes.set(id, skipped('place-taken'))
  }
  return outcomes
}

/** Files that are not yet back in place. */
const pendingFiles = (homePath: string, { files }: ProjectSave): ProjectSave['files'] =>
  files.filter((fingerprint) => {
    const now = fingerprintFile(homePath, fingerprint.path)
    return !now.ok || now.value.size !== fingerprint.size || now.value.mtimeNs !== fingerprint.mtimeNs
  })

/** Null when the store has every object of the history, otherwise git's error. */
async function provideObjects(
  { homePath, onStep }: Place,
  { save: { tip }, unpacked }: RestoreProject,
): Promise<string | null> {
  if (tip === null) return null
  if (unpacked !== null && unpacked.history !== null) {
    onStep?.('import-objects', unpacked.history)
    const imported = await runStoreGit(homePath, ['bundle', 'unbundle', unpacked.history])
    if (!imported.ok) return imported.complaint
  }
  return findMissing(homePath, tip)
}
