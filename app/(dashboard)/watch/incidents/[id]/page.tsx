import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { mayNotOf } from '@/components/cleanup/plan/plan-page-model'
import { IncidentView } from '@/components/incidents/incident-view'
import { getSettings } from '@/lib/server/get-settings'
import { findIncident } from '@/lib/server/http/api/find-incident'
import { requireActor } from '@/lib/server/http/require-actor'
import { getWatchHub } from '@/lib/server/workers/get-watch-hub'
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
  const { message } = await searchParams
  const found = await findIncident((await params).id)
  if (found === null) notFound()
  return (
    <PageFrame current="watch" homeId={found.home.id}>
      <IncidentView
        incident={found.incident}
        home={found.home}
        pause={getWatchHub().latest(found.home.id)?.hermesPause ?? null}
        nowMs={found.nowMs}
        messageCode={typeof message === 'string' ? message : null}
        mayNot={mayNotOf(actor.role, getSettings().readOnly)}
        advice={found.advice}
        actions={WATCH_ACTIONS}
        acknowledge={acknowledgeForm}
      />
    </PageFrame>
  )
}
