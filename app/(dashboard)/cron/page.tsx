import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { CronPage } from '@/components/cron/cron-page'
import { parseCronView } from '@/components/cron/cron-view-state'
import { getCollector } from '@/lib/runtime/get-collector'
import { requireActor } from '@/lib/runtime/require-actor'
import { PageFrame } from '../page-frame'

export const metadata: Metadata = { title: 'Cron' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function CronRoute({ searchParams }: Props) {
  const view = parseCronView(await searchParams)
  await requireActor()
  const asked = await getCollector().ask(view.home, 'cron', null)
  if (asked === null) notFound()
  return (
    <PageFrame current="cron" homeId={view.home}>
      <CronPage ledger={asked.answer} view={view} homeId={view.home ?? asked.homes[0]?.id ?? ''} />
    </PageFrame>
  )
}
