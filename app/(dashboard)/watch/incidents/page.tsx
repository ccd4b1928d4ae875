import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { IncidentsView } from '@/components/incidents/incidents-view'
import { requireActor } from '@/lib/server/http/require-actor'
import { getCollector } from '@/lib/server/workers/get-collector'
import { getWatchHub } from '@/lib/server/workers/get-watch-hub'
import { PageFrame } from '../../page-frame'

export const metadata: Metadata = { title: 'Incidents' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

const PER_PAGE = 50

export default async function IncidentsRoute({ searchParams }: Props) {
  const { home, cursor } = await searchParams
  await requireActor()
  const homeId = typeof home === 'string' && home !== '' ? home : null
  const from = typeof cursor === 'string' && cursor !== '' ? cursor : null
  const [open, closed] = await Promise.all([ask(homeId, 'open', null), ask(homeId, 'closed', from)])
  if (open === null || closed === null) notFound()
  const id = homeId ?? open.homes[0]?.id ?? ''
  return (
    <PageFrame current="watch" homeId={homeId}>
      <IncidentsView
        homeId={id}
        pause={getWatchHub().latest(id)?.hermesPause ?? null}
        open={open.page.items}
        closed={closed.page.items}
        nextCursor={closed.page.nextCursor}
        isFirstPage={from === null}
        nowMs={Date.now()}
      />
    </PageFrame>
  )
}

/** An invalid cursor means an empty page. */
async function ask(homeId: string | null, state: 'open' | 'closed', cursor: string | null) {
  const reply = await getCollector().query(homeId, 'incidents', { state, cursor, limit: PER_PAGE })
  if (reply === null) return null
  const { answer, homes } = reply
  return { page: answer.ok ? answer.value : { items: [], nextCursor: null }, homes }
}
