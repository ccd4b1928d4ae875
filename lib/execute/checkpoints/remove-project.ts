/**
 * Removes a project from the shared store: its ref, if it still points to the saved commit, then its index,
 * description and ledger. Its objects remain until gc; shared ones remain for good.
 */
import type { Disposition } from '../../domain/plan/action.ts'
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import { checkFile } from '../files/check-file.ts'
import { moveToTrash } from '../files/move-to-trash.ts'
import { attempt, done, isUnfinishedOutcome, skipped } from '../files/outcomes.ts'
import { removeFile } from '../files/remove-file.ts'
import type { OnStep } from '../files/step.ts'
import { gitFault } from './keep-objects.ts'
import { hasLock, type ProjectSave, projectRef } from './read-project.ts'
import { deleteRef, readTip } from './refs.ts'

/** Safe to run again: a missing ref was deleted by an earlier attempt. Space is freed by gc. */
export async function removeProject(
  homePath: string,
  receiptId: string,
  save: ProjectSave,
  disposition: Disposition,
  onStep?: OnStep,
): Promise<Outcome> {
  const ref = await removeRef(homePath, save, onStep)
  if (ref !== null) return ref
  let freedBytes = 0
  const left: string[] = []
  for (const fingerprint of save.files) {
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

/** Null once the ref is gone. */
async function removeRef(
  homePath: string,
  { id, tip, files }: ProjectSave,
  onStep: OnStep | undefined,
): Promise<Outcome | null> {
  const now = await readTip(homePath, projectRef(id))
  if (!now.ok) return { kind: 'failed', ...gitFault(now.fault) }
  if (now.value === null) return null
  if (tip === null || now.value !== tip) return skipped('folder-changed')
  const checked = attempt('It is as it was.', () => {
    if (hasChanged(homePath, files)) return skipped('folder-changed')
    return hasLock(homePath, id) ? skipped('in-use') : done(0)
  })
  if (checked.kind !== 'done') return checked
  onStep?.('delete-ref', projectRef(id))
  const deleted = await deleteRef(homePath, projectRef(id), tip)
  if (deleted === 'done') return null
  if (deleted === 'moved') return skipped('folder-changed')
  return { kind: 'failed', ...gitFault(deleted.complaint) }
}

/** While the ref exists, no earlier run can have removed any of the files. */
const hasChanged = (homePath: string, files: ProjectSave['files']): boolean =>
  files.some((fingerprint) => checkFile(homePath, fingerprint) !== null)
