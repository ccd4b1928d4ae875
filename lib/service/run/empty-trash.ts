/**
 * Purges the trash of every run of a home, one after the other. What can't be purged now is kept and reported, and
 * does not stop the others.
 */
import type { HomeRef } from '../../domain/home/home.ts'
import { isConsent } from '../../domain/plan/consent.ts'
import { isKeptInTrash, sumTrash } from '../../domain/plan/receipt/trash.ts'
import { planName } from '../../domain/plan/words.ts'
import { errorCode } from '../../platform/error-code.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { toIso } from '../../shared/time.ts'
import type { Store } from '../../store/open-store.ts'
import { readPlan } from '../../store/plans/plans.ts'
import { keptReceipts, runningReceipts, type StoredReceipt } from '../../store/plans/receipts.ts'
import { isHomeOf, type RunTools } from './open-run.ts'
import { purgeNow, refusePurge } from './purge.ts'
import { isSystemError } from './system-errors.ts'

export type EmptyTrash = { readonly home: string; readonly consent: string | null }

export type EmptiedTrash = {
  readonly freedBytes: number
  /** Receipts that keep nothing any more. */
  readonly purged: readonly string[]
  /** Receipts that still have trash, with the reason. */
  readonly kept: readonly {
    readonly receiptId: string
    readonly name: string
    readonly startedAt: string
    readonly message: string
  }[]
}

const REFUSALS = {
  'no-such-home': 'This home is not open here now, so its trash cannot be reached.',
  'nothing-kept': 'The trash of this home is empty.',
  'consent-needed':
    'What is in the trash cannot be brought back afterwards: type the words that say so. They change with what is in the trash.',
} as const

export type EmptyTrashRefused = { readonly code: keyof typeof REFUSALS; readonly message: string }

/** `onPurged` is called after each receipt, so that a purge is on record even if a later one fails. */
export async function emptyTrash(
  tools: RunTools,
  { home: homeId, consent }: EmptyTrash,
  onPurged: (receiptId: string, freedBytes: number) => void = () => undefined,
): Promise<Result<EmptiedTrash, EmptyTrashRefused>> {
  const home = tools.homeOf(homeId)
  if (home === null) return refuse('no-such-home')
  const receipts = receiptsInTrashOf(tools.store, home)
  if (receipts.length === 0) return refuse('nothing-kept')
  if (!isConsent(consent ?? '', sumTrash(receipts).items, home.label)) return refuse('consent-needed')

  let freedBytes = 0
  const purged: string[] = []
  const kept = unendedRuns(tools.store, home).map((receipt) =>
    describeKept(tools, receipt, 'This run has not ended yet.'),
  )
  for (const receipt of receipts) {
    const { freedBytes: freed, left } = await purgeOne(tools, receipt)
    freedBytes += freed
    if (left === null) purged.push(receipt.id)
    else kept.push(describeKept(tools, receipt, left))
    if (freed > 0) onPurged(receipt.id, freed)
  }
  return ok({ freedBytes, purged, kept })
}

/** Whose saves are in this home's trash, oldest first. */
export const receiptsInTrashOf = (store: Store, home: HomeRef): StoredReceipt[] =>
  keptReceipts(store).filter(
    (receipt) => receipt.homeId === home.id && isKeptInTrash(receipt) && isHomeOf(home, receipt),
  )

/** Waiting for space, for example. What they moved to the trash so far stays. */
const unendedRuns = (store: Store, home: HomeRef): StoredReceipt[] =>
  runningReceipts(store).filter(
    (receipt) =>
      receipt.homeId === home.id &&
      receipt.kind === 'cleanup' &&
      receipt.disposition === 'trash' &&
      isHomeOf(home, receipt),
  )

/** `left`: why something is left. Null if nothing is. */
async function purgeOne(
  tools: RunTools,
  receipt: StoredReceipt,
): Promise<{ readonly freedBytes: number; readonly left: string | null }> {
  const refused = refusePurge(tools, receipt)
  if (refused !== null) return { freedBytes: 0, left: refused.message }
  try {
    const { freedBytes, leftBytes, note } = await purgeNow(tools, receipt)
    if (leftBytes > 0) return { freedBytes, left: note ?? NOT_ALL }
    // Someone put something else in its place. Steward left that alone, so nothing was freed.
    return note === null ? { freedBytes, left: null } : { freedBytes: 0, left: note }
  } catch (error) {
    if (!isSystemError(error)) throw error
    return { freedBytes: 0, left: `${NOT_ALL} The system says ${errorCode(error)}.` }
  }
}

const NOT_ALL = 'Not all of it could be removed. Steward tries again.'

const describeKept = (tools: RunTools, { id, planId, startedAtMs }: StoredReceipt, message: string) => {
  const plan = readPlan(tools.store, planId, tools.now())
  return {
    receiptId: id,
    name: plan === null ? 'Cleanup without a record' : planName(plan),
    startedAt: toIso(startedAtMs) ?? '',
    message,
  }
}

const refuse = (code: keyof typeof REFUSALS): Result<never, EmptyTrashRefused> =>
  failed({ code, message: REFUSALS[code] })
