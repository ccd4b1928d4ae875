/** Compacts the database. No row changes, so there is nothing to restore. */
import { setTimeout as pause } from 'node:timers/promises'
import { readCapabilities } from '../../../collect/database/read-capabilities.ts'
import { readTrigrams } from '../../../collect/database/read-trigrams.ts'
import type { Outcome } from '../../../domain/plan/receipt/receipt.ts'
import type { DatabaseTarget } from '../../../domain/plan/target.ts'
import { compactDatabase } from '../../../execute/rows/compact-database.ts'
import { allOf, type ItemHandler, type Run, refusedBy } from '../run.ts'

export const databaseHandler: ItemHandler<DatabaseTarget> = {
  remove: async (run, { items }, begin) => {
    begin(null)
    return allOf(items, await compact(run, items[0]?.target.identity ?? ''))
  },
  // SQLite undoes an interrupted compaction. Whether this one had already finished is unknown.
  resume: async (_run, { items }) => allOf(items, CUT_SHORT),
  restore: async (_run, _from, { items }) => allOf(items, NOTHING_TO_RESTORE),
}

const TRIES = 20
const PAUSE_MS = 100

async function compact(run: Run, identity: string): Promise<Outcome> {
  run.closeWriter()
  if (run.isHermesLive() !== false)
    return {
      kind: 'skipped',
      code: 'in-use',
      message: 'A process has the database open, or nobody can tell. Stop Hermes and plan again.',
    }
  let compacted = compactDatabase(run.home.path, { readCapabilities, readTrigrams, identity })
  // Steward's collector opens the database briefly. Other processes are excluded above.
  for (let tries = 1; !compacted.ok && compacted.fault.code === 'in-use' && tries < TRIES; tries += 1) {
    await pause(PAUSE_MS)
    compacted = compactDatabase(run.home.path, { readCapabilities, readTrigrams, identity })
  }
  if (!compacted.ok) return refusedBy(compacted.fault)
  const { beforeBytes, afterBytes } = compacted.value
  return { kind: 'done', freedBytes: Math.max(0, beforeBytes - afterBytes) }
}

const CUT_SHORT: Outcome = {
  kind: 'failed',
  code: 'cut-short',
  message: 'Steward was stopped during the compaction. SQLite keeps the database whole; plan it again.',
}

const NOTHING_TO_RESTORE: Outcome = {
  kind: 'skipped',
  code: 'row-gone',
  message: 'A compaction changes no row and no file, so there is nothing to bring back.',
}
