import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { mayNotOf } from '@/components/cleanup/plan/plan-page-model'
import { PlanView } from '@/components/cleanup/plan/plan-view'
import { parsePlanFilter } from '@/components/cleanup/plan/plan-view-state'
import { getSettings } from '@/lib/server/get-settings'
import { requireActor } from '@/lib/server/http/require-actor'
import { PageFrame } from '../../page-frame'
import { approvePlan, planAgain } from '../actions'
import { readPlanView } from '../read-plan-view'

export const metadata: Metadata = { title: 'Cleanup plan' }

type Props = {
  params: Promise<{ planId: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function PlanRoute({ params, searchParams }: Props) {
  const actor = await requireActor()
  const view = await readPlanView((await params).planId)
  if (view === null) notFound()
  const { page, receiptId } = view
  // A plan runs once. After that its receipt replaces this page.
  if (receiptId !== null) redirect(`/history/${receiptId}`)
  return (
    <PageFrame current="cleanup" homeId={page.homeId}>
      <PlanView
        plan={page}
        filter={parsePlanFilter(await searchParams)}
        mayNot={mayNotOf(actor.role, getSettings().readOnly)}
        actions={{ approvePlan, planAgain }}
      />
    </PageFrame>
  )
}
