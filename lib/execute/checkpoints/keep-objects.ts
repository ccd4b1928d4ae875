/**
 * Saves the history of a project before its ref goes: in the trash by a ref of our own, which keeps every gc (ours
 * and Hermes') from dropping the objects; for an archive as a file that git itself wrote.
 */
import { join } from 'node:path'
import { failed, ok, type Result } from '../../shared/result.ts'
import { isReceiptId } from '../files/resolve-path.ts'
import type { OnStep } from '../files/step.ts'
import { type ProjectSave, projectRef } from './read-project.ts'
import { createRef, readTip } from './refs.ts'
import { runGit } from './run-git.ts'

export type GitFault = { readonly code: 'git-failed'; readonly message: string }

export const trashRef = (receiptId: string, id: string): string => `refs/steward-trash/${receiptId}/${id}`

/** Running it again finds its ref and says the same. */
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

/** Writes `<folder>/<id>.bundle`; null where the project has no history. */
export async function exportProject(
  homePath: string,
  { id, tip }: ProjectSave,
  folder: string,
): Promise<Result<string | null, GitFault>> {
  if (tip === null) return ok(null)
  const path = join(folder, `${id}.bundle`)
  const made = await runGit(homePath, ['bundle', 'create', '--quiet', path, projectRef(id)])
  if (!made.ok) return failed(gitFault(made.complaint))
  // What was written must hold the tip of the save: the ref may have moved in between.
  const heads = await runGit(homePath, ['bundle', 'list-heads', path])
  if (heads.ok && heads.text === `${tip} ${projectRef(id)}`) return ok(path)
  return failed(gitFault(`${projectRef(id)} moved while it was saved`))
}

export const gitFault = (complaint: string): GitFault => ({
  code: 'git-failed',
  message: `Git could not do it: ${complaint === '' ? 'it gave no reason' : complaint}`,
})
