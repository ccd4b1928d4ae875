/** Keeps a copy of each receipt beside its trash or archive, from which it can be read if steward.db is lost. */
import {
  archiveRecordPath,
  hasRecord,
  recordBytes,
  trashRecordPath,
  writeRecord,
  writeTrashRecord,
} from '../../execute/files/record-file.ts'
import { recordLines } from '../../store/plans/receipt-record.ts'
import { type Closing, keptReceipts, type StoredReceipt, setKeptBytes } from '../../store/plans/receipts.ts'
import { archivesIn, homeOfRecord, type RunTools } from './open-run.ts'
import { refuseTrash } from './refuse-owner.ts'
import { ignoreSystemErrors } from './system-errors.ts'

/** Writes those that an earlier version or a full disk did not. */
export function keepRecords(tools: RunTools): void {
  for (const receipt of keptReceipts(tools.store))
    ignoreSystemErrors(() => {
      const path = recordPath(tools, receipt)
      if (path === null || hasRecord(path)) return
      const bytes = write(tools, receipt, path)
      if (bytes !== null) setKeptBytes(tools.store, receipt.id, receipt.keptBytes + bytes)
    })
}

/**
 * Writes the record of a run that is about to end. Returns the bytes it adds to what is kept, so that the figure never
 * changes after the run has ended. A record of an earlier try, which a kill cut short, is replaced.
 */
export function keepLastRecord(tools: RunTools, receipt: StoredReceipt, closing: Closing): number {
  let bytes = 0
  ignoreSystemErrors(() => {
    const path = recordPath(tools, receipt)
    if (path === null) return
    const before = recordBytes(path)
    bytes = (write(tools, receipt, path, closing) ?? before) - before
  })
  return bytes
}

/** Null if this Steward must not write it now. */
function write(tools: RunTools, receipt: StoredReceipt, path: string, closing?: Closing): number | null {
  const lines = recordLines(tools.store, receipt.id, closing)
  if (receipt.disposition !== 'trash') return writeRecord(path, lines)
  if (tools.lockRefusal(receipt.homePath) !== null) return null
  return writeTrashRecord(receipt.homePath, receipt.id, lines)
}

function recordPath(tools: RunTools, { id, disposition, homeId, homePath }: StoredReceipt): string | null {
  if (disposition === 'archive') return archiveRecordPath(archivesIn(tools.dataDir), id)
  const home = disposition === 'trash' ? homeOfRecord(tools, { homeId, homePath }) : null
  return home === null || refuseTrash(home.path, false) !== null ? null : trashRecordPath(home.path, id)
}
