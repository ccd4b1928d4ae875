import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { CheckpointsView } from '@/components/checkpoints/checkpoints-view'
import { parseCheckpointView, ROWS_PER_PAGE } from '@/components/checkpoints/view-state'
import { pickFindings } from '@/lib/domain/findings/pick-findings'
import { requireActor } from '@/lib/server/http/require-actor'
import { shortPath } from '@/lib/server/short-path'
import { getCollector } from '@/lib/server/workers/get-collector'
import { previewCheckpoints, startFinding } from '../cleanup/actions'
import { PageFrame } from '../page-frame'

export const metadata: Metadata = { title: 'Checkpoints' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function CheckpointsRoute({ searchParams }: Props) {
  const view = parseCheckpointView(await searchParams)
  await requireActor()
  const collector = getCollector()
  const observed = await collector.observe(view.home)
  const { home, ...query } = view
  const ask = (cursor: string | null) =>
    collector.query(home, 'checkpoints', { ...query, cursor, limit: ROWS_PER_PAGE })
  const reply = await ask(view.cursor)
  // A cursor from another sort order means the first page.
  const answer = reply !== null && !reply.answer.ok ? await ask(null) : reply
  if (observed === null || answer === null || !answer.answer.ok) notFound()
  const list = answer.answer.value
  return (
    <PageFrame current="checkpoints" homeId={home}>
      <CheckpointsView
        list={list}
        rows={(list.items ?? []).map((item) => ({
          item,
          shownPath: item.workdir === null ? null : shortPath(item.workdir),
        }))}
        progress={observed.answer.progress}
        view={view}
        homeId={observed.answer.home.id}
        onPreview={previewCheckpoints}
        findings={pickFindings(
          observed.answer.overview.findings,
          'orphan-checkpoints',
          'stale-checkpoints',
          'temporary-packs',
        )}
        startFinding={startFinding}
      />
    </PageFrame>
  )
}
