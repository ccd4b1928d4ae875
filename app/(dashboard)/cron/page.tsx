import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { CronPage } from '@/components/cron/cron-page'
import { parseCronView } from '@/components/cron/cron-view-state'
import { pickFindings } from '@/lib/domain/findings/pick-findings'
import { requireActor } from '@/lib/server/http/require-actor'
import { getCollector } from '@/lib/server/workers/get-collector'
import { startFinding } from '../cleanup/actions'
import { PageFrame } from '../page-frame'

export const metadata: Metadata = { title: 'Cron' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function CronRoute({ searchParams }: Props) {
  const view = parseCronView(await searchParams)
  await requireActor()
  const collector = getCollector()
  const [observed, reply] = await Promise.all([
    collector.observe(view.home),
    collector.query(view.home, 'cron', null),
  ])
  if (observed === null || reply === null) notFound()
  return (
    <PageFrame current="cron" homeId={view.home}>
      <CronPage
        ledger={reply.answer}
        view={view}
        homeId={observed.answer.home.id}
        findings={pickFindings(observed.answer.overview.findings, 'dead-cron-output')}
        startFinding={startFinding}
      />
    </PageFrame>
  )
}
