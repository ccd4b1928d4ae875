/**
 * Finds obstacles to restoring a receipt's sessions before anything is planned: one read of state.db with one
 * handle, compared with everything that was saved.
 */

import { openStateDb, toFault } from '../../collect/database/open-state-db.ts'
import { readCapabilities } from '../../collect/database/read-capabilities.ts'
import { readTrigrams } from '../../collect/database/read-trigrams.ts'
import { hasSession } from '../../collect/sessions/has-session.ts'
import type { Fault } from '../../domain/home/fault.ts'
import type { HomeRef } from '../../domain/home/home.ts'
import { describeFaultInline } from '../../domain/home/words.ts'
import type { Reason } from '../../domain/plan/plan.ts'
import type { Target } from '../../domain/plan/target.ts'
import { readBundleLines } from '../../execute/bundle/read-bundle.ts'
import { checkSchema } from '../../execute/rows/open-writer.ts'
import { checkRestore, type RestoreConflict } from '../../execute/rows/restore/check-restore.ts'
import { unreadable } from '../../execute/rows/write-fault.ts'
import type { Batch } from '../../store/plans/journal.ts'
import type { StoredReceipt } from '../../store/plans/receipts.ts'
import { archivesIn, type RunTools } from './open-run.ts'
import { ROWS, savedPath } from './saves.ts'

export type Obstacles = {
  readonly isThere: boolean
  /** Why its rows cannot be restored. */
  readonly blocking: Reason | null
  /** Parts that would not be restored, in words. */
  readonly notes: readonly string[]
}

type RestoreContext = { readonly tools: RunTools; readonly home: HomeRef; readonly receipt: StoredReceipt }

/** By session id: every session that the receipt names. */
export async function findObstacles(
  context: RestoreContext,
  batches: readonly Batch[],
): Promise<ReadonlyMap<string, Obstacles>> {
  const ids = batches.flatMap(({ items }) => items.flatMap(({ target }) => sessionIdOf(target)))
  const opened = ids.length === 0 ? null : openStateDb(context.home.path)
  if (opened === null) return new Map()
  if (!opened.ok) return new Map(ids.map((id) => [id, unreadableFor(opened.fault)]))
  const reader = opened.value
  try {
    const known = checkSchema(reader, { readCapabilities })
    if (!known.ok) return new Map(ids.map((id) => [id, { isThere: false, blocking: known.fault, notes: [] }]))
    const tables = known.value
    const found = new Map(
      ids.map((id) => [id, { isThere: hasSession(reader, id), blocking: null, notes: [] } as Obstacles]),
    )
    const conflicts: RestoreConflict[] = []
    for (const batch of batches)
      for (const [id, why] of await askFinder(context, { reader, tables, readTrigrams }, batch, conflicts))
        found.set(id, { isThere: found.get(id)?.isThere ?? false, blocking: why, notes: [] })
    return withConflicts(found, conflicts, parentsIn(batches))
  } catch (error) {
    if (toFault(error) === null) throw error
    return new Map(ids.map((id) => [id, UNKNOWN]))
  } finally {
    reader.close()
  }
}

const sessionIdOf = (target: Target): string[] =>
  target.kind === 'session' || target.kind === 'leak' ? [target.sessionId] : []

/** Adds to `conflicts` and returns the sessions whose save cannot be read. */
async function askFinder(
  { tools, home, receipt }: RestoreContext,
  database: Parameters<typeof checkRestore>[0],
  { saved, items }: Batch,
  conflicts: RestoreConflict[],
): Promise<readonly (readonly [string, Reason])[]> {
  const only = new Set(
    items.flatMap(({ target, outcome }) =>
      target.kind === 'session' && outcome?.kind === 'done' ? [target.sessionId] : [],
    ),
  )
  if (only.size === 0 || saved === null || receipt.keptBytes === 0) return []
  const path = savedPath(
    { home, archives: archivesIn(tools.dataDir) },
    { receiptId: receipt.id, disposition: receipt.disposition },
    saved,
  )
  try {
    conflicts.push(...(await checkRestore(database, readBundleLines(path, ROWS), only)).conflicts)
    return []
  } catch (error) {
    // A database error concerns all sessions, any other only this save.
    if (toFault(error) !== null) throw error
    return [...only].map((id) => [id, unreadable(error)])
  }
}

const parentsIn = (batches: readonly Batch[]): ReadonlyMap<string, string> =>
  new Map(
    batches.flatMap(({ items }) =>
      items.flatMap(({ target, outcome }): [string, string][] =>
        target.kind === 'session' && outcome?.kind === 'done' && target.mark.parentId !== null
          ? [[target.sessionId, target.mark.parentId]]
          : [],
      ),
    ),
  )

/** A missing parent is not a conflict if this restore also restores it. */
function withConflicts(
  found: ReadonlyMap<string, Obstacles>,
  conflicts: readonly RestoreConflict[],
  parents: ReadonlyMap<string, string>,
): ReadonlyMap<string, Obstacles> {
  const all = new Map(found)
  const add = ({ sessionId, code, message, isBlocking }: RestoreConflict) => {
    const { isThere, blocking, notes } = all.get(sessionId) ?? UNKNOWN
    all.set(sessionId, {
      isThere,
      blocking: isBlocking ? (blocking ?? { code, message }) : blocking,
      notes: isBlocking ? notes : [...notes, message],
    })
  }
  for (const conflict of conflicts) if (conflict.isBlocking) add(conflict)
  const comesBack = (id: string | undefined) => id !== undefined && all.get(id)?.blocking === null
  for (const conflict of conflicts) {
    const isMade = conflict.code === 'parent-gone' && comesBack(parents.get(conflict.sessionId))
    if (!(conflict.isBlocking || isMade)) add(conflict)
  }
  return all
}

const unreadableFor = (fault: Fault): Obstacles =>
  fault.code === 'db-hot-journal'
    ? { isThere: false, blocking: { code: fault.code, message: describeFaultInline(fault) }, notes: [] }
    : UNKNOWN

const UNKNOWN: Obstacles = {
  isThere: false,
  blocking: {
    code: 'db-unreadable',
    message: 'state.db cannot be read now, so nobody can tell whether it would come back as it was.',
  },
  notes: [],
}
