/** Receipts in the JSON of the HTTP API. Times are ISO 8601, outcomes as recorded. */
import type { ItemOutcome } from '../../../domain/plan/receipt/receipt.ts'
import { toIso } from '../../../shared/time.ts'
import type { StoredReceipt } from '../../../store/plans/receipts.ts'

export function receiptJson(receipt: StoredReceipt): object {
  const { homeId, startedAtMs, endedAtMs, expiresAtMs, foundAtMs, ...rest } = receipt
  return {
    ...rest,
    home: homeId,
    startedAt: toIso(startedAtMs),
    endedAt: toIso(endedAtMs),
    expiresAt: toIso(expiresAtMs),
    foundAt: toIso(foundAtMs),
  }
}

/** An item in progress has no outcome yet. */
export const outcomeJson = ({ id, label, outcome }: ItemOutcome) => ({
  id,
  label,
  outcome: outcome?.kind ?? null,
  code: outcome === null || outcome.kind === 'done' ? null : outcome.code,
  message: outcome === null ? null : outcome.kind === 'done' ? (outcome.note ?? null) : outcome.message,
  freedBytes: outcome?.kind === 'done' ? outcome.freedBytes : 0,
})
