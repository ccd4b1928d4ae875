import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { mayNotOf } from '@/components/cleanup/plan/plan-page-model'
import { FolderView } from '@/components/storage/folder-view'
import { StorageView } from '@/components/storage/storage-view'
import { parseStorageView } from '@/components/storage/view-state'
import { getSettings } from '@/lib/server/get-settings'
import { requireActor } from '@/lib/server/http/require-actor'
import { shortPath } from '@/lib/server/short-path'
import { getCollector } from '@/lib/server/workers/get-collector'
import { emptyTrash, startFinding } from '../cleanup/actions'
import { PageFrame } from '../page-frame'

export const metadata: Metadata = { title: 'Storage' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function StorageRoute({ searchParams }: Props) {
  const view = parseStorageView(await searchParams)
  const actor = await requireActor()
  const collector = getCollector()
  const observed = await collector.observe(view.home)
  const [storage, folder] = await Promise.all([
    collector.query(view.home, 'storage', null),
    view.at === null ? null : collector.query(view.home, 'folder', view.at),
  ])
  if (observed === null || storage === null) notFound()
  const { home, progress } = observed.answer
  const report = storage.answer
  return (
    <PageFrame current="storage" homeId={view.home}>
      {view.at === null ? (
        <StorageView
          report={report}
          progress={progress}
          view={view}
          home={{ ...home, path: shortPath(home.path) }}
          mayNot={mayNotOf(actor.role, getSettings().readOnly)}
          startFinding={startFinding}
          emptyTrash={emptyTrash}
        />
      ) : (
        <FolderView
          listing={folder?.answer ?? null}
          report={report}
          view={view}
          at={view.at}
          homeId={home.id}
        />
      )}
    </PageFrame>
  )
}
