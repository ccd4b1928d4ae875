/** Restores a batch of another run, and reports of each item what this run did, not what another one had done. */
import type { RunItem } from '../../domain/plan/plan.ts'
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import { ALREADY_RESTORED, restoredBy } from '../../domain/plan/receipt/words.ts'
import { done, isUnfinishedOutcome } from '../../execute/files/outcomes.ts'
import type { Batch } from '../../store/plans/journal.ts'
import type { StoredReceipt } from '../../store/plans/receipts.ts'
import { readRestoredMeanwhile } from '../../store/plans/restored-meanwhile.ts'
import { findBack } from './find-back.ts'
import { ITEM_HANDLERS } from './handlers/item-handlers.ts'
import type { RunTools } from './open-run.ts'
import type { ItemOutcomes, RestoreBatch, Run } from './run.ts'

type Request = {
  readonly origin: StoredReceipt
  /** As the origin's journal has it. */
  readonly batch: Batch
  readonly items: readonly RunItem[]
  /** After a kill or a refused call: what is back now may be this run's own work. */
  readonly isResumed: boolean
}

export async function restoreBatch(
  { store }: RunTools,
  run: Run,
  { origin, batch, items, isResumed }: Request,
): Promise<ItemOutcomes> {
  const kept = new Map(batch.items.map((item) => [item.id, item.kept]))
  const { batchNo, kind, saved, sha256 } = batch
  const from = { receiptId: origin.id, disposition: origin.disposition }
  const request: RestoreBatch = {
    batchNo,
    items: items.map((item) => ({ ...item, kept: kept.get(item.id) ?? null })),
    saved,
    sha256,
  }
  const wasBack = await findBack(run.home, from, request)
  const outcomes = await ITEM_HANDLERS[kind].restore(run, from, request)
  const others = readRestoredMeanwhile(store, run.receiptId)
  return new Map(
    [...outcomes].map(([id, outcome]) => [
      id,
      whatItDid(outcome, { wasBack: wasBack.has(id), other: others.get(id), isResumed }),
    ]),
  )
}

type Found = {
  readonly wasBack: boolean
  /** The receipt of another restore that brought it back since this one was planned. */
  readonly other: string | undefined
  readonly isResumed: boolean
}

function whatItDid(outcome: Outcome, { wasBack, other, isResumed }: Found): Outcome {
  const isDone = outcome.kind === 'done'
  if (isDone && !wasBack) return outcome
  if (isUnfinishedOutcome(outcome) || (outcome.kind === 'skipped' && outcome.code === 'stopped'))
    return outcome
  if (other !== undefined) return already(restoredBy(other))
  if (!wasBack) return outcome
  return isResumed ? (isDone ? outcome : done(0)) : already(ALREADY_RESTORED)
}

const already = (message: string): Outcome => ({ kind: 'skipped', code: 'already-restored', message })
