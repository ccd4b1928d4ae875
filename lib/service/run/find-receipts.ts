/**
 * Finds trash and archives of which steward.db knows nothing, because it was lost, emptied or replaced by an older
 * copy, and adds their receipts again, so that they can be restored and purged.
 */
import { lstatSync } from 'node:fs'
import { dirname } from 'node:path'
import type { HomeRef } from '../../domain/home/home.ts'
import { NO_RECORD_LEFT } from '../../domain/plan/receipt/words.ts'
import {
  archiveRecordPath,
  hasRecord,
  receiptFolders,
  receiptsInTrash,
  trashRecordPath,
} from '../../execute/files/record-file.ts'
import { LineTooLongError, readLines } from '../../platform/read-lines.ts'
import { DAY_MS } from '../../shared/time.ts'
import { realPathOf } from '../../store/homes.ts'
import { importRecord } from '../../store/plans/receipt-record.ts'
import {
  isReceiptKnown,
  openFoundReceipt,
  readReceipt,
  type StoredReceipt,
  setExpiry,
  setKeptBytes,
} from '../../store/plans/receipts.ts'
import { archivesIn, type RunTools } from './open-run.ts'
import { bytesInFolder, keptBytesOf } from './run-plan.ts'
import { isSystemError } from './system-errors.ts'

/** A folder without a record may belong to a run in progress of another Steward. */
const ABANDONED_MS = DAY_MS
const MAX_LINE_BYTES = 16_000_000

type Found = {
  readonly receiptId: string
  readonly disposition: 'trash' | 'archive'
  /** With its real path. Null for an archive, which names its own. */
  readonly home: { readonly id: string; readonly path: string } | null
}

export async function findReceipts(
  tools: RunTools,
  homes: readonly HomeRef[],
): Promise<readonly StoredReceipt[]> {
  const added: StoredReceipt[] = []
  for (const found of foldersOf(tools, homes)) {
    if (isReceiptKnown(tools.store, found.receiptId)) continue
    // It is one of the Steward that has the lock.
    if (found.home !== null && tools.lockRefusal(found.home.path) !== null) continue
    try {
      const receipt = await add(tools, found, found.home ?? homes[0])
      if (receipt !== null) added.push(receipt)
    } catch (error) {
      // What can't be read now must not hide the others.
      if (!isSystemError(error)) throw error
    }
  }
  return added
}

function* foldersOf({ dataDir }: RunTools, homes: readonly HomeRef[]): Generator<Found> {
  for (const { id, path } of homes)
    for (const receiptId of receiptsInTrash(path))
      yield { receiptId, disposition: 'trash', home: { id, path: realPathOf(path) } }
  for (const receiptId of receiptFolders(archivesIn(dataDir)))
    yield { receiptId, disposition: 'archive', home: null }
}

/** Null if it is too early to tell. */
async function add(
  tools: RunTools,
  found: Found,
  home: Found['home'] | undefined,
): Promise<StoredReceipt | null> {
  const { receiptId: id, disposition } = found
  const { store } = tools
  const record = recordPathOf(tools, found)
  if (record === null) return null
  if (hasRecord(record) && readRecord(tools, found, record)) {
    const receipt = readReceipt(store, id)
    if (receipt !== null) setKeptBytes(store, id, await keptBytesOf(tools, receipt))
    return readReceipt(store, id)
  }
  const { mtimeMs } = lstatSync(dirname(record))
  if (tools.now() - mtimeMs < ABANDONED_MS) return null
  // An archive without a record names no home. Purging it needs none, but belongs to a page.
  const place = { id, disposition, homeId: home?.id ?? '', homePath: home?.path ?? '' }
  const keptBytes = bytesInFolder(tools, place)
  const times = { startedAtMs: Math.round(mtimeMs), foundAtMs: tools.now() }
  openFoundReceipt(store, { ...place, ...times, keptBytes, note: NO_RECORD_LEFT })
  return readReceipt(store, id)
}

const recordPathOf = ({ dataDir }: RunTools, { receiptId, home }: Found): string | null =>
  home === null ? archiveRecordPath(archivesIn(dataDir), receiptId) : trashRecordPath(home.path, receiptId)

/** What was found is never purged before an operator had time to see it, so both are one transaction. */
function readRecord({ store, now, keptMs }: RunTools, found: Found, record: string): boolean {
  const { receiptId, disposition, home } = found
  const add = () => {
    const lines = readLines(record, MAX_LINE_BYTES)
    if (!importRecord(store, lines, { receiptId, disposition, home, nowMs: now() }).ok) return false
    const forMs = keptMs[disposition]
    const expiresAtMs = readReceipt(store, receiptId)?.expiresAtMs ?? null
    if (expiresAtMs !== null && forMs !== null)
      setExpiry(store, receiptId, Math.max(expiresAtMs, now() + forMs))
    return true
  }
  try {
    return store.db.transaction(add).immediate()
  } catch (error) {
    if (error instanceof LineTooLongError) return false
    throw error
  }
}
