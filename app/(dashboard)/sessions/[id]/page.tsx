import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { SessionPageView } from '@/components/sessions/detail/session-page-view'
import { parseTranscriptView } from '@/components/sessions/detail/transcript-state'
import { listHref } from '@/components/sessions/view-state'
import { Banner } from '@/components/ui/banner'
import { PageHead } from '@/components/ui/page-head'
import { describeFault } from '@/lib/domain/home/words'
import { oneLine } from '@/lib/domain/sessions/session-label'
import { type PageParams, searchParamsOf } from '@/lib/server/http/params/search-params-of'
import { decodeSegment } from '@/lib/server/http/params/session-id-in'
import { requireActor } from '@/lib/server/http/require-actor'
import { getCollector } from '@/lib/server/workers/get-collector'
import type { TranscriptAnswer } from '@/lib/service/reports/read-session-transcript'
import { previewClosing, previewSessions } from '../../cleanup/actions'
import { PageFrame } from '../../page-frame'

export const metadata: Metadata = { title: 'Session' }

type Props = { params: Promise<{ id: string }>; searchParams: Promise<PageParams> }

const MESSAGES_SHOWN = 25

export default async function SessionRoute({ params, searchParams }: Props) {
  const id = decodeSegment((await params).id)
  const view = parseTranscriptView(searchParamsOf(await searchParams))
  await requireActor()
  if (id === null) notFound()
  const collector = getCollector()
  const observed = await collector.observe(view.home)
  if (observed === null) notFound()
  const homeId = observed.answer.home.id
  const query = { cursor: view.at, from: view.from, limit: MESSAGES_SHOWN }
  const [reply, messages] = await Promise.all([
    collector.query(homeId, 'session', { id }),
    collector.query(homeId, 'session-messages', { id, query }),
  ])
  if (reply === null || messages === null) notFound()
  const { answer } = reply
  return (
    <PageFrame current="sessions" homeId={view.home}>
      {answer.ok ? (
        <SessionPageView
          detail={answer.value}
          homeId={homeId}
          list={view.list}
          transcript={transcriptOf(messages.answer)}
          plans={{ prune: previewSessions, close: previewClosing }}
        />
      ) : answer.fault.code === 'no-such-session' ? (
        <SessionNotFound id={id} homeId={homeId} list={view.list} />
      ) : (
        <Banner level="warn" title={describeFault(answer.fault).title}>
          {describeFault(answer.fault).detail}
        </Banner>
      )}
    </PageFrame>
  )
}

function transcriptOf(answer: TranscriptAnswer) {
  if (answer.ok) return answer.value
  const { fault } = answer
  if (fault.code === 'bad-input')
    return 'This place in the transcript is unknown. Begin with the first messages.'
  if (fault.code === 'no-such-session') return 'No message of this session is stored here.'
  const { title, detail } = describeFault(fault)
  return `${title}. ${detail}`
}

function SessionNotFound({ id, homeId, list }: { id: string; homeId: string; list: string }) {
  return (
    <>
      <PageHead title="No such session" subtitle="It was pruned, or the address belongs to another home." />
      <p className="font-mono text-support text-text-2 wrap-anywhere">{oneLine(id)}</p>
      <p>
        <Link href={listHref(list, homeId)} className="text-accent-text underline underline-offset-2">
          {list === '' ? 'All sessions of this home' : 'Back to the sessions'}
        </Link>
      </p>
    </>
  )
}
