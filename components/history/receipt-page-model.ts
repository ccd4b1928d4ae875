/** The data of a receipt's page: the receipt, its plan's steps, and the outcomes of its items. */
import type { Policy } from '@/lib/domain/plan/policy'
import type { ItemOutcome, Receipt } from '@/lib/domain/plan/receipt/receipt'
import type { OutcomeRow } from '@/lib/domain/plan/receipt/receipt-rows'

export type ReceiptPage = Receipt & {
  readonly steps: readonly Policy[]
  readonly digest: string | null
  readonly home: { readonly label: string; readonly shortPath: string }
  readonly rows: readonly OutcomeRow[]
  readonly items: readonly ItemOutcome[]
  readonly nextCursor: string | null
  readonly nowMs: number
}

/** Which outcomes are listed: skipped and failed, or done. */
export type OutcomeFilter = { readonly outcome: 'odd' | 'done'; readonly cursor: string | null }

type Params = Readonly<Record<string, string | string[] | undefined>>

/** An invalid parameter means the default, never an error. */
export function parseOutcomeFilter(params: Params): OutcomeFilter {
  const cursor = params.cursor
  return {
    outcome: params.outcome === 'done' ? 'done' : 'odd',
    cursor: typeof cursor === 'string' && /^[A-Za-z0-9_-]{1,1000}$/.test(cursor) ? cursor : null,
  }
}

export function outcomeHref(receiptId: string, { outcome, cursor }: OutcomeFilter): string {
  const query = new URLSearchParams()
  if (outcome !== 'odd') query.set('outcome', outcome)
  if (cursor !== null) query.set('cursor', cursor)
  return `/history/${receiptId}${query.size === 0 ? '' : `?${query}`}`
}

type Refused = { readonly ok: false; readonly fault: { readonly message: string } }

/** Passed as props, because components cannot import the server. */
export type ReceiptActions = {
  readonly stopCleanup: (input: { receiptId: string }) => Promise<{ readonly ok: true } | Refused>
  /** Redirects to the new plan, or says why none was made. */
  readonly restoreReceipt: (input: { receiptId: string }) => Promise<{ readonly ok: true } | Refused>
  /** Permanently deletes the run's trash or archive. */
  readonly purgeKept: (input: {
    receiptId: string
    consent: string
  }) => Promise<{ readonly ok: true } | Refused>
}
