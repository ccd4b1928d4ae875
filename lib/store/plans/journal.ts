/**
 * The journal of runs. A batch and its items are recorded before anything is removed, and their outcomes in the commit
 * that ends it. After a crash the journal says what was in progress and where it was saved.
 */

import type { KeptItem } from '../../domain/plan/kept.ts'
import type { RunItem } from '../../domain/plan/plan.ts'
import type { ItemOutcome, Outcome } from '../../domain/plan/receipt/receipt.ts'
import type { Target } from '../../domain/plan/target.ts'
import { decodeCursor, encodeCursor } from '../../shared/cursor.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import type { Store } from '../open-store.ts'
import { prepared } from '../prepared.ts'

export type Batch = {
  readonly receiptId: string
  readonly batchNo: number
  readonly kind: Target['kind']
  readonly state: 'saving' | 'acting' | 'done'
  /** Where its items can be restored from. Null if nothing was saved. */
  readonly saved: string | null
  /** Of the bundle. Null without a bundle, and for runs of earlier versions, which kept none. */
  readonly sha256: string | null
  readonly items: readonly JournaledItem[]
}

export type JournaledItem = RunItem & {
  readonly outcome: Outcome | null
  /** What is in the trash of it. Null if nothing is, and for runs of earlier versions. */
  readonly kept: KeptItem | null
}

export function beginBatch(
  store: Store,
  receiptId: string,
  batchNo: number,
  kind: Target['kind'],
  items: readonly RunItem[],
): void {
  store.db
    .transaction(() => {
      const receiptNo = receiptNoOf(store, receiptId)
      prepared(store, "INSERT INTO batch (receipt_no, batch_no, kind, state) VALUES (?, ?, ?, 'saving')").run(
        receiptNo,
        batchNo,
        kind,
      )
      const insert = prepared(
        store,
        `INSERT INTO receipt_item (receipt_no, item_no, batch_no, kind, label, bytes, together, outcome, target)
         VALUES (?, ?, ?, ?, ?, ?, ?, 'pending', ?)`,
      )
      for (const item of items)
        insert.run(
          receiptNo,
          Number(item.id),
          batchNo,
          item.kind,
          item.label,
          item.bytes,
          item.together,
          JSON.stringify(item.target),
        )
    })
    .immediate()
}

/**
 * From here on items may be removed, and the save is needed to restore them. Throws if another process has ended the
 * batch meanwhile, because its save may be deleted.
 */
export function markActing(
  store: Store,
  receiptId: string,
  batchNo: number,
  saved: string | null,
  sha256: string | null = null,
): void {
  const { changes } = prepared(
    store,
    `UPDATE batch SET state = 'acting', saved = ?, sha256 = ?
     WHERE receipt_no = ? AND batch_no = ? AND state = 'saving'`,
  ).run(saved, sha256, receiptNoOf(store, receiptId), batchNo)
  if (changes !== 1) throw new Error(`Batch ${batchNo} of receipt ${receiptId} is not being saved any more.`)
}

/** Synced before the work begins, so that it counts even if the work crashes this thread. Returns how often it began. */
export function countResume(store: Store, receiptId: string, batchNo: number): number {
  const row = prepared<{ resumes: number }>(
    store,
    'UPDATE batch SET resumes = resumes + 1 WHERE receipt_no = ? AND batch_no = ? RETURNING resumes',
  ).get(receiptNoOf(store, receiptId), batchNo)
  return row?.resumes ?? 0
}

/** The work could not be finished, for example on a full disk, but it ended by itself. */
export function forgetResumes(store: Store, receiptId: string, batchNo: number): void {
  prepared(store, 'UPDATE batch SET resumes = 0 WHERE receipt_no = ? AND batch_no = ?').run(
    receiptNoOf(store, receiptId),
    batchNo,
  )
}

export function endBatch(
  store: Store,
  receiptId: string,
  batchNo: number,
  outcomes: ReadonlyMap<string, Outcome>,
  kept: ReadonlyMap<string, KeptItem> = NOTHING_KEPT,
): void {
  store.db
    .transaction(() => {
      const receiptNo = receiptNoOf(store, receiptId)
      const update = prepared(
        store,
        `UPDATE receipt_item SET outcome = ?, code = ?, message = ?, freed_bytes = ?, kept = ?
         WHERE receipt_no = ? AND item_no = ?`,
      )
      for (const [id, outcome] of outcomes) {
        const isDone = outcome.kind === 'done'
        update.run(
          outcome.kind,
          isDone ? null : outcome.code,
          isDone ? (outcome.note ?? null) : outcome.message,
          isDone ? outcome.freedBytes : 0,
          toText(kept.get(id)),
          receiptNo,
          Number(id),
        )
      }
      const { changes } = prepared(
        store,
        "UPDATE batch SET state = 'done' WHERE receipt_no = ? AND batch_no = ? AND state <> 'done'",
      ).run(receiptNo, batchNo)
      if (changes !== 1) throw new Error(`Batch ${batchNo} of receipt ${receiptId} has ended already.`)
    })
    .immediate()
}

const NOTHING_KEPT: ReadonlyMap<string, KeptItem> = new Map()
const toText = (kept: KeptItem | undefined): string | null =>
  kept === undefined ? null : JSON.stringify(kept)

/** Unfinished batches, of a running or an interrupted run. Oldest first. */
export function batchesUnderWay(store: Store): Batch[] {
  return prepared<BatchRow>(
    store,
    `SELECT b.*, r.receipt_id FROM batch b JOIN receipt r USING (receipt_no)
     WHERE b.state <> 'done' ORDER BY b.receipt_no, b.batch_no`,
  )
    .all()
    .map((row) => toBatch(store, row))
}

/** Without items whose targets were deleted because they can't be restored any more. */
export function readBatches(store: Store, receiptId: string): Batch[] {
  return prepared<BatchRow>(
    store,
    `SELECT b.*, r.receipt_id FROM batch b JOIN receipt r USING (receipt_no)
     WHERE r.receipt_id = ? ORDER BY b.batch_no`,
  )
    .all(receiptId)
    .map((row) => toBatch(store, row))
}

/** Whether any batch of a run was of this kind. */
export const hasKind = (store: Store, receiptId: string, kind: Target['kind']): boolean =>
  prepared(store, 'SELECT 1 FROM batch WHERE receipt_no = ? AND kind = ?').get(
    receiptNoOf(store, receiptId),
    kind,
  ) !== undefined

export type OutcomePage = {
  readonly items: readonly ItemOutcome[]
  readonly nextCursor: string | null
}

/** What needs attention comes first: failed, skipped, pending, done with a note, done. */
export function readOutcomes(
  store: Store,
  receiptId: string,
  query: { readonly cursor: string | null; readonly limit: number; readonly outcome: Outcome['kind'] | null },
): Result<OutcomePage, 'bad-cursor'> {
  const place = query.cursor === null ? [receiptId, -1, 0] : decodeCursor(query.cursor)
  const [of, rank, itemNo] = place ?? []
  if (of !== receiptId || typeof rank !== 'number' || typeof itemNo !== 'number') return failed('bad-cursor')
  const rows = prepared<ItemRow & { rank: number }>(
    store,
    `SELECT *, ${RANK} AS rank FROM receipt_item
     WHERE receipt_no = @receiptNo AND (@outcome IS NULL OR outcome = @outcome)
       AND (${RANK}, item_no) > (@rank, @itemNo)
     ORDER BY rank, item_no LIMIT @limit`,
  ).all({
    receiptNo: receiptNoOf(store, receiptId),
    outcome: query.outcome,
    rank,
    itemNo,
    limit: query.limit + 1,
  })
  const shown = rows.slice(0, query.limit)
  const last = shown.at(-1)
  return ok({
    items: shown.map((row) => ({ id: String(row.item_no), label: row.label, outcome: outcomeOf(row) })),
    nextCursor:
      last !== undefined && rows.length > shown.length
        ? encodeCursor([receiptId, last.rank, last.item_no])
        : null,
  })
}

const RANK =
  "CASE outcome WHEN 'failed' THEN 0 WHEN 'skipped' THEN 1 WHEN 'pending' THEN 2 ELSE iif(message IS NULL, 4, 3) END"

function receiptNoOf(store: Store, receiptId: string): number {
  const row = prepared<{ receipt_no: number }>(
    store,
    'SELECT receipt_no FROM receipt WHERE receipt_id = ?',
  ).get(receiptId)
  if (row === undefined) throw new Error(`There is no receipt ${receiptId}.`)
  return row.receipt_no
}

type BatchRow = {
  receipt_no: number
  receipt_id: string
  batch_no: number
  kind: Target['kind']
  state: Batch['state']
  saved: string | null
  sha256: string | null
}

type ItemRow = {
  item_no: number
  kind: Target['kind']
  label: string
  bytes: number
  together: string | null
  outcome: Outcome['kind'] | 'pending'
  code: string | null
  message: string | null
  freed_bytes: number
  target: string
  kept: string | null
}

const toBatch = (store: Store, row: BatchRow): Batch => ({
  receiptId: row.receipt_id,
  batchNo: row.batch_no,
  kind: row.kind,
  state: row.state,
  saved: row.saved,
  sha256: row.sha256,
  items: prepared<ItemRow>(
    store,
    "SELECT * FROM receipt_item WHERE receipt_no = ? AND batch_no = ? AND target <> '' ORDER BY item_no",
  )
    .all(row.receipt_no, row.batch_no)
    .map((item) => ({
      id: String(item.item_no),
      kind: item.kind,
      label: item.label,
      bytes: item.bytes,
      together: item.together,
      target: JSON.parse(item.target),
      outcome: outcomeOf(item),
      // Parsed on demand: a receipt may have tens of thousands, and only a restore reads them.
      get kept() {
        return item.kept === null ? null : JSON.parse(item.kept)
      },
    })),
})

/** Null while pending. */
function outcomeOf({ outcome, code, message, freed_bytes: freedBytes }: ItemRow): Outcome | null {
  if (outcome === 'pending') return null
  if (outcome === 'done') return { kind: 'done', freedBytes, ...(message === null ? {} : { note: message }) }
  const words = { code: code ?? '', message: message ?? '' }
  // Stored from an Outcome, but SQL returns plain text.
  return { kind: outcome, ...words } as Outcome
}
