import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { mayNotOf } from '@/components/cleanup/plan/plan-page-model'
import { parseAuditFilter } from '@/components/history/audit-filter'
import { HistoryView } from '@/components/history/history-view'
import { getSettings } from '@/lib/server/get-settings'
import { describePlanFault } from '@/lib/server/http/api/describe-plan-fault'
import { requireActor } from '@/lib/server/http/require-actor'
import { shortPath } from '@/lib/server/short-path'
import { getCollector } from '@/lib/server/workers/get-collector'
import { adoptHome } from '../actions'
import { emptyTrash, restoreReceipt } from '../cleanup/actions'
import { PageFrame } from '../page-frame'

export const metadata: Metadata = { title: 'History' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

const AUDIT_LINES = 60

export default async function HistoryRoute({ searchParams }: Props) {
  const { home, audit: record } = await searchParams
  const filter = parseAuditFilter(record)
  const homeId = typeof home === 'string' && home !== '' ? home : null
  const actor = await requireActor()
  const [recent, audit, movedHome] = await Promise.all([
    getCollector().query(homeId, 'recent', null),
    // One more than shown, to know whether there are older lines.
    getCollector().queryStore('audit', { ...filter, limit: AUDIT_LINES + 1 }),
    getCollector().query(homeId, 'moved-home', null),
  ])
  const moved = movedHome?.answer ?? null
  if (recent === null) notFound()
  const { answer } = recent
  const shown = recent.homes.find(({ id }) => id === homeId) ?? recent.homes[0]
  if (shown === undefined) notFound()
  const lines = audit.answer.ok ? audit.answer.value : null
  return (
    <PageFrame current="history" homeId={homeId}>
      <HistoryView
        receipts={(answer.ok ? answer.value.receipts : []).map(({ isElsewhere, homePath, ...receipt }) => ({
          ...receipt,
          elsewhere: isElsewhere ? shortPath(homePath) : null,
        }))}
        trash={answer.ok ? answer.value.trash : null}
        home={{ id: shown.id, label: shown.label, shortPath: shortPath(shown.path) }}
        emptyTrash={emptyTrash}
        audit={
          lines === null
            ? null
            : {
                lines: lines.slice(0, AUDIT_LINES),
                filter,
                olderFrom: lines.length > AUDIT_LINES ? (lines[AUDIT_LINES - 1]?.id ?? null) : null,
                homeId,
              }
        }
        mayNot={mayNotOf(actor.role, getSettings().readOnly)}
        fault={answer.ok ? null : describePlanFault(answer.fault)}
        nowMs={answer.ok ? answer.value.nowMs : 0}
        restoreReceipt={restoreReceipt}
        moved={moved === null ? null : { ...moved, shortPath: shortPath(moved.path) }}
        adoptHome={adoptHome}
      />
    </PageFrame>
  )
}
