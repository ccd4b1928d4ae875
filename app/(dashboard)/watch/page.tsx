import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { mayNotOf } from '@/components/cleanup/plan/plan-page-model'
import { DocumentTitleBadge } from '@/components/shell/incident-badge'
import { LiveStatus } from '@/components/watch/feed/live-status'
import { WatchProvider } from '@/components/watch/feed/watch-provider'
import { countOpen } from '@/components/watch/open-incidents'
import { parseWatchView } from '@/components/watch/view-state'
import { Wallboard } from '@/components/watch/wallboard'
import { WatchBoard } from '@/components/watch/watch-board'
import { WallKeys, WatchTools } from '@/components/watch/watch-tools'
import { NO_HISTORY } from '@/lib/domain/watch/watch-state'
import { getSettings } from '@/lib/server/get-settings'
import { requireActor } from '@/lib/server/http/require-actor'
import { getCollector } from '@/lib/server/workers/get-collector'
import { getWatchHub } from '@/lib/server/workers/get-watch-hub'
import { PageFrame } from '../page-frame'
import { WATCH_ACTIONS } from './watch-actions'

export const metadata: Metadata = { title: 'Watch' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function WatchRoute({ searchParams }: Props) {
  const view = parseWatchView(await searchParams)
  const actor = await requireActor()
  const observed = await getCollector().observe(view.home)
  if (observed === null) notFound()
  const { home } = observed.answer
  const opened = await getWatchHub().open(home.id)
  if (opened === null) notFound()
  const state = getWatchHub().latest(home.id) ?? opened.state
  const initial = { homeId: home.id, nowMs: Date.now(), state, history: opened.history ?? NO_HISTORY }
  const mayNot = mayNotOf(actor.role, getSettings().readOnly)
  const board = <WatchBoard view={view} actions={WATCH_ACTIONS} mayNot={mayNot} />
  const tools = (
    <WatchTools
      view={view}
      homeId={home.id}
      pauseReads={mayNot === 'viewer' ? null : WATCH_ACTIONS.pauseReads}
    />
  )
  return (
    <WatchProvider key={home.id} initial={initial}>
      <WallKeys view={view} />
      {view.wall ? (
        <Wallboard home={home}>
          <DocumentTitleBadge seen={countOpen(state?.incidents ?? [])} />
          {board}
        </Wallboard>
      ) : (
        <PageFrame current="watch" homeId={view.home} live={{ tools, status: <LiveStatus /> }}>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 lg:hidden">
            <LiveStatus />
            <div className="-mx-2 flex flex-wrap items-center">{tools}</div>
          </div>
          <div className="flex flex-col gap-3 md:gap-4 lg:-my-2">{board}</div>
        </PageFrame>
      )}
    </WatchProvider>
  )
}
