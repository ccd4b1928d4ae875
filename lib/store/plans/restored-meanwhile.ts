/** What other restores of the same receipt did. Each receipt reports only what its own run did. */
import type { Store } from '../open-store.ts'
import { prepared } from '../prepared.ts'

/**
 * By item: the receipt of the other restore that brought it back since this one was planned, as when two people restore
 * at once.
 */
export function readRestoredMeanwhile(store: Store, receiptId: string): ReadonlyMap<string, string> {
  const rows = prepared<{ item_no: number; receipt_id: string }>(
    store,
    `SELECT i.item_no, other.receipt_id FROM receipt own
       JOIN plan USING (plan_id)
       JOIN receipt other ON other.restores = own.restores AND other.receipt_no <> own.receipt_no
         AND coalesce(other.ended_ms >= plan.created_ms, 1)
       JOIN receipt_item i ON i.receipt_no = other.receipt_no
     WHERE own.receipt_id = ? AND i.outcome = 'done'`,
  ).all(receiptId)
  return new Map(rows.map((row) => [String(row.item_no), row.receipt_id]))
}
