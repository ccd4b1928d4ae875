/**
 * Takes a project out of the shared store: its ref, only while it still names the saved commit, then its index, its
 * description and its ledger. The objects stay until a gc; shared ones stay for good.
 */
import type { Disposition } from '../../domain/plan/action.ts'
import type { Outcome } from '../../domain/plan/receipt.ts'
import { checkFile } from '../files/check-file.ts'
import { moveToTrash } from '../files/move-to-trash.ts'
import { done, skipped } from '../files/outcomes.ts'
import { removeFile } from '../files/remove-file.ts'
import type { OnStep } from '../files/step.ts'
import { gitFault } from './keep-objects.ts'
import { deleteRef, readTip } from './refs.ts'
import { hasLock, type ProjectSave, projectRef } from './see-project.ts'

/**
 * Running it again finishes it: a ref that is gone was ours to delete, for the save proves what it named. What is
 * freed shows after the gc.
 */
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
  for (const mark of save.files) {
    const outcome =
      disposition === 'trash'
        ? moveToTrash(homePath, receiptId, mark, onStep)
        : removeFile(homePath, mark, onStep)
    if (outcome.kind === 'done') freedBytes += outcome.freedBytes
    else if (outcome.kind === 'failed' || outcome.code !== 'file-gone') return explain(outcome)
  }
  return done(freedBytes)
}

/** Null where the ref is gone now. */
async function removeRef(
  homePath: string,
  { id, tip, files }: ProjectSave,
  onStep: OnStep | undefined,
): Promise<Outcome | null> {
  const now = await readTip(homePath, projectRef(id))
  if (!now.ok) return { kind: 'failed', ...gitFault(now.fault) }
  if (now.value === null) return null
  if (tip === null || now.value !== tip || hasChanged(homePath, files)) return skipped('folder-changed')
  if (hasLock(homePath, id)) return skipped('in-use')
  onStep?.('delete-ref', projectRef(id))
  const deleted = await deleteRef(homePath, projectRef(id), tip)
  if (deleted === 'done') return null
  if (deleted === 'moved') return skipped('folder-changed')
  return { kind: 'failed', ...gitFault(deleted.complaint) }
}

/** While the ref stands, nothing of the project can have been taken by an earlier run. */
const hasChanged = (homePath: string, files: ProjectSave['files']): boolean =>
  files.some((mark) => checkFile(homePath, mark) !== null)

/** The ref is gone by now, so whatever kept a file here is a failure and no mere skip. */
const explain = (outcome: Outcome & { message: string; code: string }): Outcome => ({
  kind: 'failed',
  code: outcome.code,
  message: `Its history is out of the store, one of its files is not. ${outcome.message}`,
})
