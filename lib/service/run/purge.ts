/**
 * Purges the trash or archive of a run early, for when the disk is full and the items are not needed. It only
 * sets the expiry to now, so the next expiry check finishes an interrupted purge.
 */
import { isConsent } from '../../domain/plan/consent.ts'
import { NO_SUCH_RECEIPT } from '../../domain/plan/receipt/words.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { isBeingRestored, readReceipt, type StoredReceipt, setExpiry } from '../../store/plans/receipts.ts'
import { expireOne, refuseExpiry } from './expire-kept.ts'
import { homeOfRecord, type RunTools } from './open-run.ts'

export type Purge = { readonly receiptId: string; readonly consent: string | null }

const REFUSALS = {
  'no-such-receipt': NO_SUCH_RECEIPT,
  'still-running': 'This run has not ended yet.',
  'being-restored': 'A restore of it has not ended yet, and still needs what is kept.',
  'nothing-kept': 'Nothing of this run is kept any more.',
  'no-such-home': 'The home of this run is not open here now, so its trash cannot be reached.',
  'consent-needed': 'What is kept cannot be brought back afterwards: type the words that say so.',
} as const

export type PurgeRefused = { readonly code: keyof typeof REFUSALS | 'refused'; readonly message: string }

export async function purge(
  tools: RunTools,
  { receiptId, consent }: Purge,
): Promise<Result<{ readonly freedBytes: number }, PurgeRefused>> {
  const receipt = readReceipt(tools.store, receiptId)
  if (receipt === null) return failed(refusal('no-such-receipt'))
  const refused = refusePurge(tools, receipt)
  if (refused !== null) return failed(refused)
  const label = tools.homeOf(receipt.homeId)?.label ?? receipt.homeId
  if (!isConsent(consent ?? '', receipt.done, label)) return failed(refusal('consent-needed'))
  return ok({ freedBytes: (await purgeNow(tools, receipt)).freedBytes })
}

/** Null if this receipt's save may be purged now, once the operator agreed. */
export function refusePurge(tools: RunTools, receipt: StoredReceipt): PurgeRefused | null {
  if (receipt.state === 'running') return refusal('still-running')
  if (isBeingRestored(tools.store, receipt.id)) return refusal('being-restored')
  if (receipt.keptBytes === 0) return refusal('nothing-kept')
  const home = homeOfRecord(tools, receipt)
  // Archives are in the data folder, whatever became of the home.
  if (home === null && receipt.disposition !== 'archive') return refusal('no-such-home')
  const refused = home === null ? null : refuseExpiry(tools, receipt, home)
  return refused === null ? null : { code: 'refused', message: refused.message }
}

/** `note` says why something is left. */
export async function purgeNow(
  tools: RunTools,
  receipt: StoredReceipt,
): Promise<{ readonly freedBytes: number; readonly leftBytes: number; readonly note: string | null }> {
  setExpiry(tools.store, receipt.id, tools.now())
  await expireOne(tools, receipt)
  const left = readReceipt(tools.store, receipt.id)
  const leftBytes = left?.keptBytes ?? 0
  return { freedBytes: receipt.keptBytes - leftBytes, leftBytes, note: left?.note ?? null }
}

const refusal = (code: keyof typeof REFUSALS): PurgeRefused => ({ code, message: REFUSALS[code] })
