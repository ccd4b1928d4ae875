/** Plans, receipts and the audit log, from Steward's records. */
import { dirname } from 'node:path'
import type { HomeRef } from '../../domain/home/home.ts'
import type { Policy } from '../../domain/plan/policy.ts'
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import { sumTrash, type Trash } from '../../domain/plan/receipt/trash.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { type AuditQuery, type AuditRecord, readAuditPage } from '../../store/access/audit.ts'
import { describeFull, hasNoRoom } from '../../store/describe-store-error.ts'
import { type OutcomePage, readOutcomes } from '../../store/plans/journal.ts'
import { type OutcomeSum, sumOutcomes } from '../../store/plans/outcome-sums.ts'
import { listPlans, readPlan, type StoredPlan } from '../../store/plans/plans.ts'
import { listReceipts, readReceipt, type StoredReceipt } from '../../store/plans/receipts.ts'
import { type StoreContext, withStore } from '../../store/store-context.ts'
import type { PlanFault } from '../plan/read-plan.ts'
import { receiptsInTrashOf } from '../run/empty-trash.ts'
import { isHomeOf } from '../run/open-run.ts'

export type RecentAnswer = Result<
  {
    readonly plans: readonly StoredPlan[]
    readonly receipts: readonly RecentReceipt[]
    readonly trash: Trash
    readonly nowMs: number
  },
  PlanFault
>

type RecentReceipt = StoredReceipt & {
  /** The steps of its plan, from which it is named. */
  readonly steps: readonly Policy[]
  /** It belongs to another folder that was opened under this name before. */
  readonly isElsewhere: boolean
}

/** Plans and receipts of one home. */
export const readRecent = (context: StoreContext, home: HomeRef): RecentAnswer =>
  withStore(context, (store) => {
    const nowMs = context.now()
    return ok({
      plans: listPlans(store, home.id, nowMs).filter((plan) => isHomeOf(home, plan)),
      receipts: listReceipts(store, home.id).map((receipt) => ({
        ...receipt,
        steps: readPlan(store, receipt.planId, nowMs)?.steps ?? [],
        isElsewhere: !isHomeOf(home, receipt),
      })),
      // Of all receipts, not only the newest.
      trash: sumTrash(receiptsInTrashOf(store, home)),
      nowMs,
    })
  })

export type ReceiptAnswer = Result<
  {
    readonly receipt: StoredReceipt
    readonly plan: StoredPlan | null
    readonly sums: readonly OutcomeSum[]
    readonly page: OutcomePage
    readonly nowMs: number
  },
  PlanFault | { readonly code: 'no-such-receipt' }
>

export type ReceiptInput = {
  readonly id: string
  readonly outcome: Outcome['kind'] | null
  readonly cursor: string | null
  readonly limit: number
}

export const readReceiptPage = (context: StoreContext, { id, ...query }: ReceiptInput): ReceiptAnswer => {
  const read = withStore<ReceiptView | null, PlanFault>(context, (store) => {
    const receipt = readReceipt(store, id)
    if (receipt === null) return ok(null)
    const nowMs = context.now()
    const page = readOutcomes(store, id, query)
    if (!page.ok) return failed({ code: 'bad-cursor' })
    return ok({
      receipt: withWaiting(receipt, dirname(store.db.name)),
      plan: readPlan(store, receipt.planId, nowMs),
      sums: sumOutcomes(store, id),
      page: page.value,
      nowMs,
    })
  })
  if (!read.ok) return read
  return read.value === null ? failed({ code: 'no-such-receipt' }) : ok(read.value)
}

/** A run whose journal cannot be written waits until there is space. */
const withWaiting = (receipt: StoredReceipt, dataDir: string): StoredReceipt =>
  receipt.state === 'running' && hasNoRoom(dataDir)
    ? { ...receipt, note: `Waiting: ${describeFull(dataDir)}. Steward tries again every minute.` }
    : receipt

type ReceiptView = Extract<ReceiptAnswer, { readonly ok: true }>['value']

export type AuditAnswer = Result<readonly AuditRecord[], PlanFault>

export const readAuditTrail = (context: StoreContext, query: AuditQuery): AuditAnswer =>
  withStore(context, (store) => ok(readAuditPage(store, query)))
