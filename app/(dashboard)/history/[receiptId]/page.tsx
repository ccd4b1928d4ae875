import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { mayNotOf } from '@/components/cleanup/plan/plan-page-model'
import { parseOutcomeFilter } from '@/components/history/receipt-page-model'
import { ReceiptView } from '@/components/history/receipt-view'
import { getSettings } from '@/lib/server/get-settings'
import { requireActor } from '@/lib/server/http/require-actor'
import { purgeKept, restoreReceipt, stopCleanup } from '../../cleanup/actions'
import { PageFrame } from '../../page-frame'
import { readReceiptView } from '../read-receipt-view'

export const metadata: Metadata = { title: 'Receipt' }

type Props = {
  params: Promise<{ receiptId: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function ReceiptRoute({ params, searchParams }: Props) {
  const actor = await requireActor()
  const filter = parseOutcomeFilter(await searchParams)
  const page = await readReceiptView((await params).receiptId, filter)
  if (page === null) notFound()
  return (
    <PageFrame current="history" homeId={page.homeId}>
      <ReceiptView
        page={page}
        filter={filter}
        mayNot={mayNotOf(actor.role, getSettings().readOnly)}
        actions={{ stopCleanup, restoreReceipt, purgeKept }}
      />
    </PageFrame>
  )
}
