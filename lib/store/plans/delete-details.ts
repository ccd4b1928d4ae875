/**
 * Deletes what ended runs no longer need, so that steward.db does not grow with every cleanup. Receipts, their
 * counts, and the outcome of every item stay.
 */
import type { Store } from '../open-store.ts'
import { prepared } from '../prepared.ts'
import { storeSums } from './outcome-sums.ts'
import { deleteItems } from './plan-items.ts'

/** The newest plans that ran keep their items, so that one can still look up why an item was kept. */
const PLANS_WITH_ITEMS = 5

export function deleteDetails(store: Store, nowMs: number): void {
  for (const plan of plansToEmpty(store)) emptyPlan(store, plan)
  for (const receipt of receiptsToEmpty(store, nowMs)) deleteTargets(store, receipt)
}

type RunPlan = { readonly plan_no: number; readonly receipt_id: string }

const plansToEmpty = (store: Store): RunPlan[] =>
  prepared<RunPlan>(
    store,
    `SELECT plan_no, receipt_id FROM plan JOIN receipt USING (receipt_id)
     WHERE items_deleted = 0 AND state <> 'running' AND plan_no NOT IN (
       SELECT plan_no FROM plan WHERE receipt_id IS NOT NULL ORDER BY claimed_ms DESC, plan_no DESC LIMIT ?)`,
  ).all(PLANS_WITH_ITEMS)

function emptyPlan(store: Store, { plan_no: planNo, receipt_id: receiptId }: RunPlan): void {
  store.db
    .transaction(() => {
      storeSums(store, receiptId)
      deleteItems(store, planNo)
      prepared(store, 'UPDATE plan SET items_deleted = 1 WHERE plan_no = ?').run(planNo)
    })
    .immediate()
}

/** `is_journal_kept`: gateway entries and closed sessions can still be restored, because the journal has them. */
type DoneReceipt = {
  readonly receipt_no: number
  readonly is_restore: number
  readonly is_journal_kept: number
}

/**
 * Receipts with nothing left to restore: restores themselves, runs that deleted, trash and archives that are
 * purged, and trash that was restored completely. An archive can be restored again as long as it is kept. A restore
 * plan that may still run needs the targets.
 */
const receiptsToEmpty = (store: Store, nowMs: number): DoneReceipt[] =>
  prepared<DoneReceipt>(
    store,
    `SELECT receipt_no, kind = 'restore' AS is_restore, kind <> 'restore' AND NOT ${IS_BACK} AS is_journal_kept
     FROM receipt r
     WHERE targets_deleted = 0 AND state <> 'running'
       AND (kind = 'restore' OR disposition = 'delete' OR (kept_bytes = 0 AND expires_ms <= @nowMs)
         OR (${IS_BACK} AND NOT (disposition = 'archive' AND kept_bytes > 0)))
       AND NOT EXISTS (SELECT 1 FROM receipt w WHERE w.restores = r.receipt_id AND w.state = 'running')
       AND NOT EXISTS (
         SELECT 1 FROM plan p WHERE p.restores = r.receipt_id AND p.claimed_ms IS NULL AND p.expires_ms > @nowMs)`,
  ).all({ nowMs })

const IS_BACK = `EXISTS (SELECT 1 FROM receipt w WHERE w.restores = r.receipt_id AND w.state = 'done' AND w.total = (
  SELECT count(*) FROM receipt_item i WHERE i.receipt_no = r.receipt_no AND i.outcome = 'done'))`

function deleteTargets(store: Store, receipt: DoneReceipt): void {
  const { receipt_no: receiptNo } = receipt
  const kept = receipt.is_journal_kept === 1 ? JOURNAL_KINDS : NO_KINDS
  // A restored child whose parent is missing is linked again by its target.
  const except = receipt.is_restore === 1 ? "AND target ->> '$.mark.parentId' IS NULL" : ''
  store.db
    .transaction(() => {
      prepared(
        store,
        `UPDATE receipt_item SET target = '', kept = NULL WHERE ${OF_OTHER_KINDS} ${except}`,
      ).run(receiptNo, kept)
      prepared(store, `UPDATE batch SET saved = NULL, sha256 = NULL WHERE ${OF_OTHER_KINDS}`).run(
        receiptNo,
        kept,
      )
      prepared(store, 'UPDATE receipt SET targets_deleted = 1 WHERE receipt_no = ?').run(receiptNo)
    })
    .immediate()
}

const OF_OTHER_KINDS = 'receipt_no = ? AND kind NOT IN (SELECT value FROM json_each(?))'
const JOURNAL_KINDS = JSON.stringify(['leak', 'route'])
const NO_KINDS = '[]'
