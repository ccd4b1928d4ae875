import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { DatabasePage } from '@/components/database/database-page'
import { parseDatabaseState } from '@/components/database/database-view-state'
import { getCollector } from '@/lib/runtime/get-collector'
import { requireActor } from '@/lib/runtime/require-actor'
import { PageFrame } from '../page-frame'
import { countDatabase } from './actions'

export const metadata: Metadata = { title: 'Database' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function DatabaseRoute({ searchParams }: Props) {
  const state = parseDatabaseState(await searchParams)
  await requireActor()
  const asked = await getCollector().ask(state.home, 'database', { count: 'if-needed' })
  if (asked === null) notFound()
  return (
    <PageFrame current="database" homeId={state.home}>
      <DatabasePage
        view={asked.answer}
        state={state}
        homeId={state.home ?? asked.homes[0]?.id ?? ''}
        countDatabase={countDatabase}
      />
    </PageFrame>
  )
}
