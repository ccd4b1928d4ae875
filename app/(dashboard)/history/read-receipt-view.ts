/** Data of the receipt page. */
import { homedir } from 'node:os'
import type { OutcomeFilter, ReceiptPage } from '@/components/history/receipt-page-model'
import type { Outcome } from '@/lib/domain/plan/receipt/receipt'
import { outcomeRows } from '@/lib/domain/plan/receipt/receipt-rows'
import { shortPath } from '@/lib/server/short-path'
import { getCollector } from '@/lib/server/workers/get-collector'
import { withShortLabel } from '@/lib/shared/short-path'

const PER_PAGE = 100

/** Null if the receipt is unknown or the store cannot be read. */
export async function readReceiptView(id: string, observed: OutcomeFilter): Promise<ReceiptPage | null> {
  const reply = await getCollector().queryStore('receipt', {
    id,
    outcome: observed.outcome === 'done' ? 'done' : null,
    cursor: observed.cursor,
    limit: PER_PAGE,
  })
  if (!reply.answer.ok) return null
  const { receipt, plan, sums, page, nowMs } = reply.answer.value
  const ownFolder = homedir()
  const isOdd = observed.outcome === 'odd'
  // Problems are sorted first, so a page that also has other items is treated as the last one.
  const items = isOdd ? page.items.filter(({ outcome }) => isAmiss(outcome)) : page.items
  return {
    ...receipt,
    steps: plan?.steps ?? [],
    digest: plan?.digest ?? null,
    home: {
      label: reply.homes.find((home) => home.id === receipt.homeId)?.label ?? receipt.homeId,
      shortPath: shortPath(receipt.homePath),
    },
    rows: outcomeRows(plan?.totals ?? null, sums),
    items: items.map((item) => withShortLabel(ownFolder, item)),
    nextCursor: items.length === page.items.length ? page.nextCursor : null,
    nowMs,
  }
}

const isAmiss = (outcome: Outcome | null): boolean =>
  outcome !== null && (outcome.kind !== 'done' || outcome.note !== undefined)
