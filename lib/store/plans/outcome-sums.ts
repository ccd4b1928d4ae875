/** Sums a run's outcomes by the plan's steps and reasons. */
import type { Store } from '../open-store.ts'
import { prepared } from '../prepared.ts'

export type OutcomeSum = {
  readonly step: number
  readonly code: string
  readonly planned: number
  readonly done: number
  readonly skipped: number
  readonly failed: number
  readonly promisedBytes: number
  readonly doneBytes: number
}

/** From the items of its plan or, once those are deleted, from the stored sums. */
export const sumOutcomes = (store: Store, receiptId: string): OutcomeSum[] =>
  prepared<OutcomeSum>(store, `${FROM_ITEMS} UNION ALL ${FROM_SUMS} ${ORDER}`).all({ receiptId })

/** Called in the transaction that deletes the items. */
export const storeSums = (store: Store, receiptId: string): void => {
  prepared(
    store,
    `INSERT INTO receipt_sum (receipt_no, step, code, planned, done, skipped, failed, promised_bytes, done_bytes)
     SELECT receipt_no, s.* FROM receipt, (${FROM_ITEMS}) s WHERE receipt_id = @receiptId`,
  ).run({ receiptId })
}

const FROM_ITEMS = `SELECT p.step AS step, p.code AS code, count(*) AS planned,
    sum(i.outcome = 'done') AS done, sum(i.outcome = 'skipped') AS skipped, sum(i.outcome = 'failed') AS failed,
    sum(i.bytes) AS promisedBytes, sum(CASE i.outcome WHEN 'done' THEN i.bytes ELSE 0 END) AS doneBytes
  FROM receipt r JOIN receipt_item i USING (receipt_no)
    JOIN plan USING (plan_id) JOIN plan_item p ON p.place = (plan.plan_no << 32) | i.item_no
  WHERE r.receipt_id = @receiptId GROUP BY p.step, p.code`

const FROM_SUMS = `SELECT s.step, s.code, s.planned, s.done, s.skipped, s.failed, s.promised_bytes, s.done_bytes
  FROM receipt_sum s JOIN receipt USING (receipt_no) WHERE receipt_id = @receiptId`

const ORDER = 'ORDER BY promisedBytes DESC, planned DESC'
