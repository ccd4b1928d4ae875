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

export const sumOutcomes = (store: Store, receiptId: string): OutcomeSum[] =>
  prepared<OutcomeSum>(
    store,
    `SELECT p.step AS step, p.code AS code, count(*) AS planned,
       sum(i.outcome = 'done') AS done, sum(i.outcome = 'skipped') AS skipped, sum(i.outcome = 'failed') AS failed,
       sum(i.bytes) AS promisedBytes, sum(CASE i.outcome WHEN 'done' THEN i.bytes ELSE 0 END) AS doneBytes
     FROM receipt r JOIN receipt_item i USING (receipt_no)
       JOIN plan USING (plan_id) JOIN plan_item p ON p.place = (plan.plan_no << 32) | i.item_no
     WHERE r.receipt_id = ? GROUP BY p.step, p.code ORDER BY promisedBytes DESC, planned DESC`,
  ).all(receiptId)
