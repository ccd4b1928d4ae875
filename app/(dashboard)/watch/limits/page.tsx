import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { overrideRows } from '@/components/limits/limits-model'
import { LimitsView } from '@/components/limits/limits-view'
import { mayAct } from '@/lib/domain/access/actor'
import { requireActor } from '@/lib/server/http/require-actor'
import { getCollector } from '@/lib/server/workers/get-collector'
import { PageFrame } from '../../page-frame'
import { resetLimits, saveLimits } from './actions'

export const metadata: Metadata = { title: 'Limits' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function LimitsRoute({ searchParams }: Props) {
  const { home, message } = await searchParams
  const actor = await requireActor()
  const observed = await getCollector().observe(typeof home === 'string' && home !== '' ? home : null)
  if (observed === null) notFound()
  const { id } = observed.answer.home
  const { answer: stored } = await getCollector().queryStore('watch-limits', null)
  return (
    <PageFrame current="watch" homeId={id}>
      <LimitsView
        homeId={id}
        stored={stored}
        rows={overrideRows(stored.limits, observed.answer.overview)}
        messageCode={typeof message === 'string' ? message : null}
        mayAct={mayAct(actor, 'operator')}
        actions={{ saveLimits, resetLimits }}
      />
    </PageFrame>
  )
}
