import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { GatewayPage } from '@/components/gateway/gateway-page'
import { type GatewayState, parseGatewayState, ROUTES_PER_PAGE } from '@/components/gateway/view-state'
import { pickFindings } from '@/lib/domain/findings/pick-findings'
import { requireActor } from '@/lib/server/http/require-actor'
import { getCollector } from '@/lib/server/workers/get-collector'
import { startFinding } from '../cleanup/actions'
import { PageFrame } from '../page-frame'

export const metadata: Metadata = { title: 'Gateway' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function GatewayRoute({ searchParams }: Props) {
  const wanted = parseGatewayState(await searchParams)
  await requireActor()
  const [observed, { state, reply }] = await Promise.all([
    getCollector().observe(wanted.home),
    readRoutes(wanted),
  ])
  if (observed === null || reply === null || !reply.answer.ok) notFound()
  return (
    <PageFrame current="gateway" homeId={state.home}>
      <GatewayPage
        report={reply.answer.value}
        state={state}
        homeId={observed.answer.home.id}
        findings={pickFindings(observed.answer.overview.findings, 'expired-routes')}
        startFinding={startFinding}
      />
    </PageFrame>
  )
}

/** An invalid cursor means the first page. */
async function readRoutes(state: GatewayState) {
  const ask = (query: GatewayState) =>
    getCollector().query(query.home, 'gateway', { ...query, limit: ROUTES_PER_PAGE })
  const reply = await ask(state)
  if (reply === null || reply.answer.ok) return { state, reply }
  const firstPage = { ...state, cursor: null }
  return { state: firstPage, reply: await ask(firstPage) }
}
