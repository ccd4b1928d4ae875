import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { IncidentView } from '@/components/incidents/incident-view'
import { mayAct } from '@/lib/domain/actor'
import { findIncident } from '@/lib/runtime/find-incident'
import { requireActor } from '@/lib/runtime/require-actor'
import { PageFrame } from '../../../page-frame'
import { WATCH_ACTIONS } from '../../watch-actions'
import { acknowledgeForm } from '../actions'

export const metadata: Metadata = { title: 'Incident' }

type Props = {
  params: Promise<{ id: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function IncidentRoute({ params, searchParams }: Props) {
  const actor = await requireActor()
  const { said } = await searchParams
  const found = await findIncident((await params).id)
  if (found === null) notFound()
  return (
    <PageFrame current="watch" homeId={found.home.id}>
      <IncidentView
        incident={found.incident}
        home={found.home}
        nowMs={found.nowMs}
        said={typeof said === 'string' ? said : null}
        mayAct={mayAct(actor, 'operator')}
        advice={found.advice}
        actions={WATCH_ACTIONS}
        acknowledge={acknowledgeForm}
      />
    </PageFrame>
  )
}
