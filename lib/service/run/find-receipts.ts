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
import { keptBytesOf } from './run-plan.ts'

/** A folder without a record may belong to a run in progress of another Steward. */
const ABANDONED_MS = DAY_MS
const MAX_LINE_BYTES = 16_000_000

type Found = {
  readonly receiptId: string
  readonly disposition: 'trash' | 'archive'
  readonly home: { readonly id: string; readonly path: string } | null
  readonly record: string
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
    const receipt = add(tools, found, found.home ?? homes[0])
    if (receipt === null) continue
    setKeptBytes(tools.store, receipt.id, await keptBytesOf(tools, receipt))
    // What was found is never purged before an operator had time to see it.
    const keptMs = tools.keptMs[found.disposition]
    if (receipt.expiresAtMs !== null && keptMs !== null)
      setExpiry(tools.store, receipt.id, Math.max(receipt.expiresAtMs, tools.now() + keptMs))
    added.push(receipt)
  }
  return added
}

function* foldersOf({ dataDir }: RunTools, homes: readonly HomeRef[]): Generator<Found> {
  for (const { id, path } of homes)
    for (const receiptId of receiptsInTrash(path)) {
      const record = trashRecordPath(path, receiptId)
      const home = { id, path: realPathOf(path) }
      if (record !== null) yield { receiptId, disposition: 'trash', home, record }
    }
  const archives = archivesIn(dataDir)
  for (const receiptId of receiptFolders(archives)) {
    const record = archiveRecordPath(archives, receiptId)
    if (record !== null) yield { receiptId, disposition: 'archive', home: null, record }
  }
}

/** Null if it is too early to tell. */
function add(tools: RunTools, found: Found, home: Found['home'] | undefined): StoredReceipt | null {
  const { receiptId, record } = found
  const nowMs = tools.now()
  const isRead = hasRecord(record) && readRecord(tools, found)
  if (!isRead) {
    const { mtimeMs } = lstatSync(dirname(record))
    if (nowMs - mtimeMs < ABANDONED_MS) return null
    openFoundReceipt(tools.store, {
      id: receiptId,
      // An archive without a record names no home. Purging it needs none, but belongs to a page.
      homeId: home?.id ?? '',
      homePath: home?.path ?? '',
      disposition: found.disposition,
      startedAtMs: Math.round(mtimeMs),
      foundAtMs: nowMs,
      note: NO_RECORD_LEFT,
    })
  }
  return readReceipt(tools.store, receiptId)
}

function readRecord({ store, now }: RunTools, { receiptId, disposition, home, record }: Found): boolean {
  try {
    const lines = readLines(record, MAX_LINE_BYTES)
    return importRecord(store, lines, { receiptId, disposition, home, nowMs: now() }).ok
  } catch (error) {
    if (error instanceof LineTooLongError) return false
    throw error
  }
}
