import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { notFound } from 'next/navigation'
import type { OpenedSession } from '@/components/sessions/detail/use-session-detail'
import { SessionExplorer } from '@/components/sessions/session-explorer'
import { COLUMNS_COOKIE, parseColumns } from '@/components/sessions/table/columns'
import { WINDOW_ROWS } from '@/components/sessions/table/session-windows'
import { listingParams, parseSessionsView } from '@/components/sessions/view-state'
import { Banners } from '@/components/ui/banners'
import { PageHead } from '@/components/ui/page-head'
import type { Fault } from '@/lib/domain/home/fault'
import { describeFault } from '@/lib/domain/home/words'
import type { BadCursor } from '@/lib/domain/sessions/list/session-query'
import { NO_SUCH_SESSION } from '@/lib/domain/sessions/words'
import { type PageParams, searchParamsOf } from '@/lib/server/http/params/search-params-of'
import { parseSessionParams } from '@/lib/server/http/params/session-params'
import { requireActor } from '@/lib/server/http/require-actor'
import { getCollector } from '@/lib/server/workers/get-collector'
import type { SessionDetailAnswer } from '@/lib/service/reports/read-session-detail'
import { previewClosing, previewSessions } from '../cleanup/actions'
import { PageFrame } from '../page-frame'
import { rememberColumns } from './actions'

export const metadata: Metadata = { title: 'Sessions' }

type Props = { searchParams: Promise<PageParams> }

export default async function SessionsRoute({ searchParams }: Props) {
  const view = parseSessionsView(searchParamsOf(await searchParams))
  await requireActor()
  const collector = getCollector()
  const observed = await collector.observe(view.home)
  if (observed === null) notFound()
  const homeId = observed.answer.home.id
  const parsed = parseSessionParams(listingParams(view))
  if (!parsed.ok) throw new Error(`The page asks what the interface does not know: ${parsed.fault}`)
  const [listed, opened, jar] = await Promise.all([
    collector.query(homeId, 'sessions', { ...parsed.value.query, limit: WINDOW_ROWS }),
    view.open === null ? null : collector.query(homeId, 'session', { id: view.open }),
    cookies(),
  ])
  if (listed === null) notFound()
  const { answer } = listed
  return (
    <PageFrame current="sessions" homeId={view.home}>
      {answer.ok ? (
        <SessionExplorer
          homeId={homeId}
          view={view}
          page={answer.value}
          columns={parseColumns(jar.get(COLUMNS_COOKIE)?.value)}
          opened={view.open === null || opened === null ? null : openedOf(view.open, opened.answer)}
          rememberColumns={rememberColumns}
          plans={{ prune: previewSessions, close: previewClosing }}
        />
      ) : (
        <ListingUnavailable fault={answer.fault} />
      )}
    </PageFrame>
  )
}

function openedOf(id: string, answer: SessionDetailAnswer): OpenedSession {
  if (answer.ok) return { id, detail: answer.value, trouble: null }
  const { fault } = answer
  if (fault.code === 'no-such-session') return { id, detail: null, trouble: NO_SUCH_SESSION }
  const { title, detail } = describeFault(fault)
  return { id, detail: null, trouble: `${title}. ${detail}` }
}

/** Only this page fails: the other pages still show the rest of the home. */
function ListingUnavailable({ fault }: { fault: Fault | BadCursor }) {
  const words =
    fault.code === 'bad-input' ? { title: 'No such place', detail: fault.message } : describeFault(fault)
  return (
    <>
      <PageHead title="Sessions unknown" subtitle="They are rows of state.db, which could not be read." />
      <Banners
        notices={[{ code: fault.code, level: fault.code === 'not-counted-yet' ? 'info' : 'warn', ...words }]}
      />
    </>
  )
}
