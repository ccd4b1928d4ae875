/**
 * Refs in the trash whose projects stayed in the store: the run was killed before it removed them, or skipped them. They
 * would keep old histories from every gc of Hermes.
 */
import { STORE_PATH } from '../../domain/checkpoints/checkpoint.ts'
import { hasRef } from '../../execute/checkpoints/has-ref.ts'
import { trashRef } from '../../execute/checkpoints/keep-objects.ts'
import { purgeProjects } from '../../execute/checkpoints/purge-projects.ts'
import { projectRef } from '../../execute/checkpoints/read-project.ts'
import { findGitHazard } from '../../platform/find-git-hazard.ts'
import { readBatches } from '../../store/plans/journal.ts'
import { receiptsWithRefsLeft, type StoredReceipt, setRefsLeft } from '../../store/plans/receipts.ts'
import { isGitAtWork, recordGit } from './git-writes.ts'
import { type RunTools, writableHomeOf } from './open-run.ts'
import { refuseTrash } from './refuse-owner.ts'
import { isSystemError } from './system-errors.ts'

/** Retried each time until it is done. */
export async function dropNeedlessRefs(tools: RunTools): Promise<void> {
  for (const receipt of receiptsWithRefsLeft(tools.store)) {
    const { homePath } = receipt
    if (writableHomeOf(tools, receipt) === null || refuseTrash(homePath, true) !== null) continue
    // Behind a link they can't be seen.
    if (findGitHazard(homePath, STORE_PATH) !== null) continue
    // A git process of a killed Steward may still be creating them.
    if (isGitAtWork(homePath)) continue
    try {
      await dropRefs(tools, receipt)
    } catch (error) {
      if (!isSystemError(error)) throw error
    }
  }
}

async function dropRefs(tools: RunTools, receipt: StoredReceipt): Promise<void> {
  const { id, homePath } = receipt
  const stayed = readBatches(tools.store, id).flatMap(({ items }) =>
    items.flatMap(({ target, outcome }) =>
      target.kind === 'project' && outcome?.kind !== 'done' ? [target.id] : [],
    ),
  )
  const inTrash = stayed.filter((project) => hasRef(homePath, trashRef(id, project)))
  // If Hermes deleted its own ref since, Steward's may be the last one.
  const only = new Set(inTrash.filter((project) => hasRef(homePath, projectRef(project))))
  if (only.size > 0) {
    const { value: purged } = await recordGit(tools.store, receipt, (onStep) =>
      purgeProjects(homePath, id, { only, onStep }),
    )
    if (!purged.ok) return
  }
  if (only.size === inTrash.length) setRefsLeft(tools.store, id, false)
}
