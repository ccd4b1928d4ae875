/**
 * Removes projects from the shared store: the refs that still point to the saved commits, in one transaction, then
 * index, description and ledger of each. Their objects remain until gc; shared ones remain for good.
 */
import type { Disposition } from '../../domain/plan/action.ts'
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import { checkFile } from '../files/check-file.ts'
import { moveToTrash } from '../files/move-to-trash.ts'
import { attempt, done, isUnfinishedOutcome, skipped } from '../files/outcomes.ts'
import { removeFile } from '../files/remove-file.ts'
import type { OnStep } from '../files/step.ts'
import { hasRef } from './has-ref.ts'
import { gitFault } from './keep-objects.ts'
import { hasLock, type ProjectSave, projectRef } from './read-project.ts'
import { changeRefs, readTips, type Tips } from './refs.ts'
import { NOT_STARTED } from './run-store-git.ts'

/** By project id. Safe to run again: a missing ref was deleted by an earlier attempt. Space is freed by gc. */
export async function removeProjects(
  homePath: string,
  receiptId: string,
  saves: readonly ProjectSave[],
  disposition: Disposition,
  onStep?: OnStep,
): Promise<Map<string, Outcome>> {
  const outcomes = await removeRefs(homePath, saves, onStep)
  for (const save of saves)
    if (!outcomes.has(save.id))
      outcomes.set(save.id, takeFiles(homePath, receiptId, save, disposition, onStep))
  return outcomes
}

function takeFiles(
  homePath: string,
  receiptId: string,
  { files }: ProjectSave,
  disposition: Disposition,
  onStep: OnStep | undefined,
): Outcome {
  let freedBytes = 0
  const left: string[] = []
  for (const fingerprint of files) {
    const outcome =
      disposition === 'trash'
        ? moveToTrash(homePath, receiptId, fingerprint, onStep)
        : removeFile(homePath, fingerprint, onStep)
    if (outcome.kind === 'done') freedBytes += outcome.freedBytes
    else if (isUnfinishedOutcome(outcome)) return outcome
    else if (outcome.code !== 'file-gone') left.push(`${fingerprint.path.at(-1)}: ${outcome.message}`)
  }
  // The history is already removed and can be restored, so a file that stays is only a note.
  return left.length === 0 ? done(freedBytes) : { kind: 'done', freedBytes, note: left.join(' ') }
}

/** Outcomes of projects whose refs stay, so that nothing of them was removed. */
async function removeRefs(
  homePath: string,
  saves: readonly ProjectSave[],
  onStep: OnStep | undefined,
): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>()
  const now = await readTips(
    homePath,
    saves.map(({ id }) => projectRef(id)),
  )
  if (!now.ok) {
    // Where git may not run, the refs can't be trusted either.
    const isUnsafe = now.fault.startsWith(NOT_STARTED)
    const there = saves.filter(({ id }) => isUnsafe || hasRef(homePath, projectRef(id)))
    return new Map(there.map(({ id }) => [id, { kind: 'failed', ...gitFault(now.fault) }]))
  }
  const ready: { readonly id: string; readonly ref: string; readonly tip: string }[] = []
  for (const save of saves) {
    const seen = checkProject(homePath, save, now.value)
    if (seen === 'gone') continue
    if (typeof seen === 'string') ready.push({ id: save.id, ref: projectRef(save.id), tip: seen })
    else outcomes.set(save.id, seen)
  }
  if (ready.length === 0) return outcomes
  onStep?.('delete-ref', ready.map(({ ref }) => ref).join(' '))
  const { moved, complaint } = await changeRefs(
    homePath,
    ready.map(({ ref, tip }) => [{ ref, from: tip, to: null }]),
  )
  const after = moved.size === 0 ? null : await readTips(homePath, [...moved])
  for (const { id, ref } of ready) {
    // Another process may have deleted the ref at this moment. That counts as done.
    const isGone = moved.has(ref) && after?.ok === true && !after.value.has(ref)
    if (moved.has(ref) && !isGone) outcomes.set(id, skipped('folder-changed'))
    else if (!moved.has(ref) && complaint !== null)
      outcomes.set(id, { kind: 'failed', ...gitFault(complaint) })
  }
  return outcomes
}

/** The tip to delete, `gone` if the ref is deleted already, or why it stays. */
function checkProject(homePath: string, { id, tip, files }: ProjectSave, tips: Tips): string | Outcome {
  const now = tips.get(projectRef(id))
  if (now === undefined) return 'gone'
  if (tip === null || now !== tip) return skipped('folder-changed')
  const checked = attempt('It is as it was.', () => {
    if (hasChanged(homePath, files)) return skipped('folder-changed')
    return hasLock(homePath, id) ? skipped('in-use') : done(0)
  })
  return checked.kind === 'done' ? tip : checked
}

/** While the ref exists, no earlier run can have removed any of the files. */
const hasChanged = (homePath: string, files: ProjectSave['files']): boolean =>
  files.some((fingerprint) => checkFile(homePath, fingerprint) !== null)
