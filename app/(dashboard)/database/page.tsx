import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { DatabasePage } from '@/components/database/database-page'
import { parseDatabaseState } from '@/components/database/view-state'
import { pickFindings } from '@/lib/domain/findings/pick-findings'
import { requireActor } from '@/lib/server/http/require-actor'
import { getCollector } from '@/lib/server/workers/get-collector'
import { startFinding } from '../cleanup/actions'
import { PageFrame } from '../page-frame'
import { countDatabase } from './actions'

export const metadata: Metadata = { title: 'Database' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function DatabaseRoute({ searchParams }: Props) {
  const state = parseDatabaseState(await searchParams)
  await requireActor()
  const collector = getCollector()
  const [observed, reply] = await Promise.all([
    collector.observe(state.home),
    collector.query(state.home, 'database', null),
  ])
  if (observed === null || reply === null) notFound()
  return (
    <PageFrame current="database" homeId={state.home}>
      <DatabasePage
        view={reply.answer}
        state={state}
        homeId={observed.answer.home.id}
        countDatabase={countDatabase}
        findings={pickFindings(observed.answer.overview.findings, 'free-pages')}
        startFinding={startFinding}
      />
    </PageFrame>
  )
}
