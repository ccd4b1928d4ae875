/** Receipts of runs. Each is opened before the first item is touched and closed after the last one. */
import type { Receipt, ReceiptState } from '../../domain/plan/receipt/receipt.ts'
import type { Store } from '../open-store.ts'
import { prepared } from '../prepared.ts'

/** Without the counts, which are computed from the items. */
type NewReceipt = Pick<
  Receipt,
  | 'id'
  | 'planId'
  | 'homeId'
  | 'kind'
  | 'restores'
  | 'disposition'
  | 'startedAtMs'
  | 'approvedBy'
  | 'total'
  | 'promisedBytes'
  | 'expiresAtMs'
> & { readonly homePath: string }

export type StoredReceipt = Receipt & { readonly homePath: string }

export function openReceipt(store: Store, receipt: NewReceipt): void {
  prepared(
    store,
    `INSERT INTO receipt (receipt_id, plan_id, home, home_path, kind, restores, disposition, state, started_ms,
       approved_by, total, promised_bytes, kept_bytes, expires_ms)
     VALUES (@id, @planId, @homeId, @homePath, @kind, @restores, @disposition, 'running', @startedAtMs,
       @approvedBy, @total, @promisedBytes, 0, @expiresAtMs)`,
  ).run(receipt)
}

/** A receipt of which only the trash or archive is left. It can be purged, and expires only then. */
export function openFoundReceipt(
  store: Store,
  receipt: Pick<
    StoredReceipt,
    'id' | 'homeId' | 'homePath' | 'disposition' | 'startedAtMs' | 'keptBytes' | 'note'
  > & { readonly foundAtMs: number },
): void {
  prepared(
    store,
    `INSERT INTO receipt (receipt_id, plan_id, home, home_path, kind, disposition, state, started_ms, approved_by,
       total, promised_bytes, freed_bytes, kept_bytes, note, found_ms)
     VALUES (@id, '', @homeId, @homePath, 'cleanup', @disposition, 'partial', @startedAtMs, 'unknown', 0, 0, 0, @keptBytes,
       @note, @foundAtMs)`,
  ).run(receipt)
}

export function readReceipt(store: Store, receiptId: string): StoredReceipt | null {
  const row = prepared<ReceiptRow>(store, `${SELECT} WHERE receipt_id = ?`).get(receiptId)
  return row === undefined ? null : toReceipt(row)
}

/** Newest first, for one home or for all. */
export function listReceipts(store: Store, home: string | null, limit = 200): StoredReceipt[] {
  return prepared<ReceiptRow>(
    store,
    `${SELECT} WHERE @home IS NULL OR home = @home ORDER BY receipt_no DESC LIMIT @limit`,
  )
    .all({ home, limit })
    .map(toReceipt)
}

export const runningReceipts = (store: Store): StoredReceipt[] =>
  prepared<ReceiptRow>(store, `${SELECT} WHERE state = 'running' ORDER BY receipt_no`).all().map(toReceipt)

/** A running restore still needs the trash or archive of its receipt. */
const IS_RESTORED = `EXISTS (SELECT 1 FROM receipt w WHERE w.restores = r.receipt_id AND w.state = 'running')`

export const isBeingRestored = (store: Store, receiptId: string): boolean =>
  prepared(store, `SELECT 1 FROM receipt r WHERE receipt_id = ? AND ${IS_RESTORED}`).get(receiptId) !==
  undefined

export const isReceiptKnown = (store: Store, receiptId: string): boolean =>
  prepared(store, 'SELECT 1 FROM receipt WHERE receipt_id = ?').get(receiptId) !== undefined

/** Receipts of ended runs whose trash or archive is kept. */
export const keptReceipts = (store: Store): StoredReceipt[] =>
  prepared<ReceiptRow>(
    store,
    `${SELECT} WHERE kind = 'cleanup' AND kept_bytes > 0 AND state <> 'running' ORDER BY receipt_no`,
  )
    .all()
    .map(toReceipt)

/** Receipts whose trash or archive has expired and can be purged. */
export const expiredReceipts = (store: Store, nowMs: number): StoredReceipt[] =>
  prepared<ReceiptRow>(
    store,
    `${SELECT} WHERE expires_ms <= ? AND kept_bytes > 0 AND state <> 'running' AND NOT ${IS_RESTORED}
     ORDER BY receipt_no`,
  )
    .all(nowMs)
    .map(toReceipt)

export type Closing = {
  readonly state: Exclude<ReceiptState, 'running'>
  readonly endedAtMs: number
  readonly freedBytes: number | null
  readonly keptBytes: number
  readonly note: string | null
}

export function closeReceipt(store: Store, receiptId: string, closing: Closing): void {
  prepared(
    store,
    `UPDATE receipt SET state = @state, ended_ms = @endedAtMs, freed_bytes = @freedBytes, kept_bytes = @keptBytes,
       note = @note WHERE receipt_id = @receiptId`,
  ).run({ ...closing, receiptId })
}

/** When a run last ended in this home. Null if none did. */
export const lastRunEndedMs = (store: Store, homePath: string): number | null =>
  prepared<{ atMs: number | null }>(
    store,
    'SELECT max(ended_ms) AS atMs FROM receipt WHERE home_path = ?',
  ).get(homePath)?.atMs ?? null

/** Current size of the trash or archive. */
export function setKeptBytes(store: Store, receiptId: string, keptBytes: number): void {
  prepared(store, 'UPDATE receipt SET kept_bytes = ? WHERE receipt_id = ?').run(keptBytes, receiptId)
}

/** Why a run has not ended, while it waits to be finished, or what it left behind. */
export function setNote(store: Store, receiptId: string, note: string | null): void {
  prepared(store, 'UPDATE receipt SET note = ? WHERE receipt_id = ?').run(note, receiptId)
}

/** Whether refs in the trash are left that no item of the receipt needs. */
export function setRefsLeft(store: Store, receiptId: string, isLeft: boolean): void {
  prepared(store, 'UPDATE receipt SET refs_left = ? WHERE receipt_id = ?').run(isLeft ? 1 : 0, receiptId)
}

export const receiptsWithRefsLeft = (store: Store): StoredReceipt[] =>
  prepared<ReceiptRow>(store, `${SELECT} WHERE refs_left = 1 AND state <> 'running' AND NOT ${IS_RESTORED}`)
    .all()
    .map(toReceipt)

/** Moves purged bytes from kept to freed. `note` says why some space is not free yet. */
export function settleExpired(
  store: Store,
  receiptId: string,
  { keptBytes, note }: Pick<Closing, 'keptBytes' | 'note'>,
): void {
  prepared(
    store,
    `UPDATE receipt SET freed_bytes = freed_bytes + kept_bytes - @keptBytes, kept_bytes = @keptBytes, note = @note
     WHERE receipt_id = @receiptId`,
  ).run({ receiptId, keptBytes, note })
}

export function setExpiry(store: Store, receiptId: string, expiresMs: number): void {
  prepared(store, 'UPDATE receipt SET expires_ms = ? WHERE receipt_id = ?').run(expiresMs, receiptId)
}

/** The run stops between two items, never within one. False if it is not running. */
export const requestStop = (store: Store, receiptId: string): boolean =>
  prepared(store, "UPDATE receipt SET stop_requested = 1 WHERE receipt_id = ? AND state = 'running'").run(
    receiptId,
  ).changes === 1

export const isStopRequested = (store: Store, receiptId: string): boolean =>
  prepared(store, 'SELECT 1 FROM receipt WHERE receipt_id = ? AND stop_requested = 1').get(receiptId) !==
  undefined

const count = (outcome: string): string =>
  `(SELECT count(*) FROM receipt_item i WHERE i.receipt_no = r.receipt_no AND i.outcome = '${outcome}')`

const SELECT = `SELECT r.*, ${count('done')} AS done, ${count('skipped')} AS skipped, ${count('failed')} AS failed
  FROM receipt r`

type ReceiptRow = {
  receipt_id: string
  plan_id: string
  home: string
  home_path: string
  kind: Receipt['kind']
  restores: string | null
  disposition: Receipt['disposition']
  state: ReceiptState
  started_ms: number
  ended_ms: number | null
  approved_by: string
  total: number
  done: number
  skipped: number
  failed: number
  promised_bytes: number
  freed_bytes: number | null
  kept_bytes: number
  expires_ms: number | null
  stop_requested: number
  note: string | null
  found_ms: number | null
}

const toReceipt = (row: ReceiptRow): StoredReceipt => ({
  id: row.receipt_id,
  planId: row.plan_id,
  homeId: row.home,
  homePath: row.home_path,
  kind: row.kind,
  restores: row.restores,
  disposition: row.disposition,
  state: row.state,
  startedAtMs: row.started_ms,
  endedAtMs: row.ended_ms,
  approvedBy: row.approved_by,
  total: row.total,
  done: row.done,
  skipped: row.skipped,
  failed: row.failed,
  promisedBytes: row.promised_bytes,
  freedBytes: row.freed_bytes,
  keptBytes: row.kept_bytes,
  expiresAtMs: row.expires_ms,
  stopRequested: row.stop_requested === 1,
  note: row.note,
  foundAtMs: row.found_ms,
})
