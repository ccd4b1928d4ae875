/**
 * Saves a project's history before its ref is deleted. For the trash, a ref of Steward's keeps the objects
 * from every gc. For an archive, git writes a bundle.
 */
import { join } from 'node:path'
import { failed, ok, type Result } from '../../shared/result.ts'
import { isReceiptId } from '../files/resolve-path.ts'
import type { OnStep } from '../files/step.ts'
import { type ProjectSave, projectRef } from './read-project.ts'
import { createRef, readTip } from './refs.ts'
import { runStoreGit } from './run-store-git.ts'

export type GitFault = { readonly code: 'git-failed'; readonly message: string }

export const trashRef = (receiptId: string, id: string): string => `refs/steward-trash/${receiptId}/${id}`

/** Safe to run again: an existing ref counts as done. */
export async function keepObjects(
  homePath: string,
  receiptId: string,
  { id, tip }: ProjectSave,
  onStep?: OnStep,
): Promise<Result<null, GitFault>> {
  if (!isReceiptId(receiptId)) throw new Error(`${receiptId} is no receipt`)
  if (tip === null) return ok(null)
  const ref = trashRef(receiptId, id)
  onStep?.('keep-objects', ref)
  const made = await createRef(homePath, ref, tip)
  if (made === 'done') return ok(null)
  const present = await readTip(homePath, ref)
  if (present.ok && present.value === tip) return ok(null)
  return failed(gitFault(made === 'moved' ? `${ref} names something else` : made.complaint))
}

/** Writes `<folder>/<id>.bundle`. Null if the project has no history. */
export async function exportProject(
  homePath: string,
  { id, tip }: ProjectSave,
  folder: string,
): Promise<Result<string | null, GitFault>> {
  if (tip === null) return ok(null)
  const path = join(folder, `${id}.bundle`)
  const made = await runStoreGit(homePath, ['bundle', 'create', '--quiet', path, projectRef(id)])
  if (!made.ok) return failed(gitFault(made.complaint))
  // The ref may have moved meanwhile, so check that the bundle contains the expected commit.
  const heads = await runStoreGit(homePath, ['bundle', 'list-heads', path])
  if (heads.ok && heads.text === `${tip} ${projectRef(id)}`) return ok(path)
  return failed(gitFault(`${projectRef(id)} moved while it was saved`))
}

export const gitFault = (complaint: string): GitFault => ({
  code: 'git-failed',
  message: `Git could not do it: ${complaint === '' ? 'it gave no reason' : complaint}`,
})
