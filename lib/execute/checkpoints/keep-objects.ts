/**
 * Saves a project's history before its ref is deleted. For the trash, a ref of Steward's keeps the objects
 * from every gc. For an archive, git writes a bundle.
 */
import { join } from 'node:path'
import { failed, ok, type Result } from '../../shared/result.ts'
import { isReceiptId } from '../files/resolve-path.ts'
import type { OnStep } from '../files/step.ts'
import { type ProjectSave, projectRef } from './read-project.ts'
import { changeRefs, readTips } from './refs.ts'
import { NOT_STARTED, runStoreGit } from './run-store-git.ts'

export type GitFault = { readonly code: 'git-failed'; readonly message: string }

export const trashRef = (receiptId: string, id: string): string => `refs/steward-trash/${receiptId}/${id}`

/** Safe to run again: existing refs count as done. Returns why a project could not be kept, by its id. */
export async function keepObjects(
  homePath: string,
  receiptId: string,
  saves: readonly ProjectSave[],
  onStep?: OnStep,
): Promise<ReadonlyMap<string, GitFault>> {
  if (!isReceiptId(receiptId)) throw new Error(`${receiptId} is no receipt`)
  const wanted = new Map(
    saves.flatMap(({ id, tip }) => (tip === null ? [] : [[trashRef(receiptId, id), { id, tip }] as const])),
  )
  const present = await readTips(homePath, [...wanted.keys()])
  if (!present.ok) return new Map(saves.map(({ id }) => [id, gitFault(present.fault)]))
  const missing = [...wanted].filter(([ref]) => !present.value.has(ref))
  if (missing.length > 0) onStep?.('keep-objects', missing.map(([ref]) => ref).join(' '))
  const { moved, complaint } = await changeRefs(
    homePath,
    missing.map(([ref, { tip }]) => [{ ref, from: null, to: tip }]),
  )
  const faults = new Map<string, GitFault>()
  for (const [ref, { id, tip }] of wanted) {
    const now = present.value.get(ref)
    if (moved.has(ref) || (now !== undefined && now !== tip))
      faults.set(id, gitFault(`${ref} points to another commit`))
    else if (now === undefined && complaint !== null) faults.set(id, gitFault(complaint))
  }
  return faults
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
  if (!heads.ok) return failed(gitFault(heads.complaint))
  if (heads.text === `${tip} ${projectRef(id)}`) return ok(path)
  return failed(gitFault(`${projectRef(id)} moved while it was saved`))
}

export const gitFault = (complaint: string): GitFault => ({
  code: 'git-failed',
  message: complaint.startsWith(NOT_STARTED) ? complaint : `Git failed: ${wordsOf(complaint)}`,
})

/** Git's own advice about a lock file is for a person at a terminal. */
function wordsOf(complaint: string): string {
  const [, lock] = /[Uu]nable to create (?:file )?'?([^':]+)'?: File exists/.exec(complaint) ?? []
  if (lock !== undefined)
    return `${lock} exists. Another git process may be using the store. If none is, delete that file.`
  return complaint === '' ? 'no reason given' : complaint
}
