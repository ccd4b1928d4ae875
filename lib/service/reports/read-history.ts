/** What was planned, run and done here, from our own records. */
import type { Policy } from '../../domain/plan/policy.ts'
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { type AuditQuery, type AuditRecord, readAuditPage } from '../../store/access/audit.ts'
import { type OutcomePage, readOutcomes } from '../../store/plans/journal.ts'
import { type OutcomeSum, sumOutcomes } from '../../store/plans/outcome-sums.ts'
import { listPlans, readPlan, type StoredPlan } from '../../store/plans/plans.ts'
import { listReceipts, readReceipt, type StoredReceipt } from '../../store/plans/receipts.ts'
import type { HomeObserver } from '../observe/home-observer.ts'
import { type PlanFault, withStore } from '../plan/read-plan.ts'
import { isHomeOf } from '../run/open-run.ts'

export type RecentAnswer = Result<
  {
    readonly plans: readonly StoredPlan[]
    readonly receipts: readonly RecentReceipt[]
    readonly nowMs: number
  },
  PlanFault
>

type RecentReceipt = StoredReceipt & {
  /** Of its plan: they name it. */
  readonly steps: readonly Policy[]
  /** Of a home that was opened under this name before, in another folder. */
  readonly isElsewhere: boolean
}

/** Of the home that is asked. */
export const readRecent = (home: HomeObserver): RecentAnswer =>
  withStore(home, (store) => {
    const nowMs = home.now()
    return ok({
      plans: listPlans(store, home.home.id, nowMs).filter((plan) => isHomeOf(home.home, plan)),
      receipts: listReceipts(store, home.home.id).map((receipt) => ({
        ...receipt,
        steps: readPlan(store, receipt.planId, nowMs)?.steps ?? [],
        isElsewhere: !isHomeOf(home.home, receipt),
      })),
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

export const readReceiptPage = (home: HomeObserver, { id, ...query }: ReceiptInput): ReceiptAnswer => {
  const read = withStore<ReceiptView | null>(home, (store) => {
    const receipt = readReceipt(store, id)
    if (receipt === null) return ok(null)
    const nowMs = home.now()
    const page = readOutcomes(store, id, query)
    if (!page.ok) return failed({ code: 'bad-cursor' })
    return ok({
      receipt,
      plan: readPlan(store, receipt.planId, nowMs),
      sums: sumOutcomes(store, id),
      page: page.value,
      nowMs,
    })
  })
  if (!read.ok) return read
  return read.value === null ? failed({ code: 'no-such-receipt' }) : ok(read.value)
}

type ReceiptView = Extract<ReceiptAnswer, { readonly ok: true }>['value']

export type AuditAnswer = Result<readonly AuditRecord[], PlanFault>

export const readAuditTrail = (home: HomeObserver, query: AuditQuery): AuditAnswer =>
  withStore(home, (store) => ok(readAuditPage(store, query)))
