import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { CleanupView } from '@/components/cleanup/cleanup-view'
import { parseStart } from '@/components/cleanup/start-state'
import { defaultPolicies } from '@/lib/domain/plan/default-policies'
import { requireActor } from '@/lib/server/http/require-actor'
import { getCollector } from '@/lib/server/workers/get-collector'
import { PageFrame } from '../page-frame'
import { startCleanup, startFinding } from './actions'
import { readStart } from './read-start'

export const metadata: Metadata = { title: 'Cleanup' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function CleanupRoute({ searchParams }: Props) {
  const observed = parseStart(await searchParams)
  await requireActor()
  const seen = await getCollector().observe(observed.home)
  if (seen === null) notFound()
  const { home, overview } = seen.answer
  const start = await readStart(home.id, observed.from)
  return (
    <PageFrame current="cleanup" homeId={home.id}>
      <CleanupView
        homeId={home.id}
        overview={overview}
        policies={defaultPolicies(start.days, start.earlier)}
        ticked={start.earlier.length > 0 ? start.earlier.map(({ action }) => action) : observed.ticked}
        disposition={start.disposition}
        plans={start.plans}
        running={start.running}
        message={observed.message}
        actions={{ startCleanup, startFinding }}
      />
    </PageFrame>
  )
}
