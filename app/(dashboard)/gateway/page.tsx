import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { GatewayPage } from '@/components/gateway/gateway-page'
import { type GatewayState, parseGatewayState, ROUTES_SHOWN } from '@/components/gateway/gateway-view-state'
import { getCollector } from '@/lib/runtime/get-collector'
import { requireActor } from '@/lib/runtime/require-actor'
import { PageFrame } from '../page-frame'

export const metadata: Metadata = { title: 'Gateway' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function GatewayRoute({ searchParams }: Props) {
  const wanted = parseGatewayState(await searchParams)
  await requireActor()
  const { state, asked } = await askRoutes(wanted)
  if (asked === null || !asked.answer.ok) notFound()
  return (
    <PageFrame current="gateway" homeId={state.home}>
      <GatewayPage
        report={asked.answer.value}
        state={state}
        homeId={state.home ?? asked.homes[0]?.id ?? ''}
      />
    </PageFrame>
  )
}

/** A cursor that fits no list means the beginning of it. */
async function askRoutes(state: GatewayState) {
  const ask = (query: GatewayState) =>
    getCollector().ask(query.home, 'gateway', { ...query, limit: ROUTES_SHOWN })
  const asked = await ask(state)
  if (asked === null || asked.answer.ok) return { state, asked }
  const anew = { ...state, cursor: null }
  return { state: anew, asked: await ask(anew) }
}
