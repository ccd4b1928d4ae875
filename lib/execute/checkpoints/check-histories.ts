/** Whether the store still has every object of the histories that a receipt keeps, before anything is promised. */
import { hasCheckpointStore } from './has-checkpoint-store.ts'
import { gitFault, trashRef } from './keep-objects.ts'
import type { ProjectSave } from './read-project.ts'
import { readTip } from './refs.ts'
import { runStoreGit } from './run-store-git.ts'

/** By project: why its history cannot come back. Projects that are missing in the answer can. */
export async function checkHistories(
  homePath: string,
  receiptId: string,
  projects: readonly ProjectSave[],
): Promise<ReadonlyMap<string, string>> {
  const tips = projects.flatMap(({ id, tip }) => (tip === null ? [] : [{ id, tip }]))
  if (tips.length === 0) return new Map()
  if (!hasCheckpointStore(homePath)) return new Map(tips.map(({ id }) => [id, NO_STORE]))
  const faults = new Map<string, string>()
  for (const { id, tip } of tips) {
    const kept = await readTip(homePath, trashRef(receiptId, id))
    if (!kept.ok) faults.set(id, gitFault(kept.fault).message)
    else if (kept.value !== tip) faults.set(id, OTHER_TIP)
  }
  const named = tips.filter(({ id }) => !faults.has(id))
  // All at once, because projects share objects. Each is checked alone only if something is missing.
  if ((await findMissing(homePath, ...named.map(({ tip }) => tip))) === null) return faults
  for (const { id, tip } of named) {
    const complaint = await findMissing(homePath, tip)
    if (complaint !== null) faults.set(id, `${INCOMPLETE} Git says: ${complaint}`)
  }
  return faults
}

/**
 * Null if the store has every object of these commits, otherwise git's error. The commit graph is a cache, which names
 * commits whose objects are gone.
 */
export async function findMissing(homePath: string, ...tips: readonly string[]): Promise<string | null> {
  if (tips.length === 0) return null
  const args = ['-c', 'core.commitGraph=false', 'rev-list', '--objects', '--quiet', '--stdin']
  const { ok, complaint } = await runStoreGit(homePath, args, { input: `${tips.join('\n')}\n` })
  return ok ? null : complaint
}

const NO_STORE = 'The checkpoint store that kept its history is gone.'
const OTHER_TIP = 'The ref that keeps its history is gone or was changed.'
const INCOMPLETE = 'Parts of its history are missing from the checkpoint store.'
