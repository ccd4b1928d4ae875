import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { HistoryView } from '@/components/history/history-view'
import { getCollector } from '@/lib/runtime/get-collector'
import { requireActor } from '@/lib/runtime/require-actor'
import { wordPlanFault } from '@/lib/runtime/word-plan-fault'
import { restoreReceipt } from '../cleanup/actions'
import { PageFrame } from '../page-frame'

export const metadata: Metadata = { title: 'History' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

const AUDIT_LINES = 60

export default async function HistoryRoute({ searchParams }: Props) {
  const { home } = await searchParams
  const homeId = typeof home === 'string' && home !== '' ? home : null
  await requireActor()
  const [recent, audit] = await Promise.all([
    getCollector().ask(homeId, 'recent', null),
    getCollector().ask(homeId, 'audit', { limit: AUDIT_LINES }),
  ])
  if (recent === null) notFound()
  const { answer } = recent
  return (
    <PageFrame current="history" homeId={homeId}>
      <HistoryView
        receipts={answer.ok ? answer.value.receipts : []}
        audit={audit?.answer.ok ? audit.answer.value : null}
        fault={answer.ok ? null : wordPlanFault(answer.fault)}
        nowMs={answer.ok ? answer.value.nowMs : 0}
        restoreReceipt={restoreReceipt}
      />
    </PageFrame>
  )
}
