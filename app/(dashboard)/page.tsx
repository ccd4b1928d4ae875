import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { OverviewView } from '@/components/overview/overview-view'
import { parseOverviewView } from '@/components/overview/view-state'
import { requireActor } from '@/lib/server/http/require-actor'
import { getCollector } from '@/lib/server/workers/get-collector'
import { startFinding } from './cleanup/actions'
import { PageFrame } from './page-frame'

export const metadata: Metadata = { title: 'Overview' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function OverviewRoute({ searchParams }: Props) {
  const view = parseOverviewView(await searchParams)
  await requireActor()
  const observed = await getCollector().observe(view.home)
  if (observed === null) notFound()
  const { home, overview, progress } = observed.answer
  return (
    <PageFrame current="overview" homeId={view.home}>
      <OverviewView
        overview={overview}
        progress={progress}
        view={view}
        homeId={home.id}
        startFinding={startFinding}
      />
    </PageFrame>
  )
}
