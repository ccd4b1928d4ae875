import FolderX from 'lucide-react/icons/folder-x'
import Link from 'next/link'
import { EmptyState } from '@/components/ui/empty-state'
import { ExportLinks } from '@/components/ui/export-links'
import { PageHead } from '@/components/ui/page-head'
import type { FolderListing } from '@/lib/domain/storage/folder-listing'
import type { StorageReport } from '@/lib/domain/storage/storage-report'
import { formatBytes } from '@/lib/shared/numbers'
import { visibleName } from '@/lib/shared/visible-name'
import { Breadcrumb } from './breadcrumb'
import { FolderPanel } from './folder-panel'
import { LargestFilesPanel } from './largest-panels'
import { MeasureChoice } from './measure-choice'
import { type StorageViewState, storageApiHref, storageHref } from './view-state'
import { BACK_TO_HOME, folderSubtitle, NO_SUCH_FOLDER_NOTE, noSuchFolder } from './words'

type Props = {
  /** Null if there is no such folder. */
  listing: FolderListing | null
  report: StorageReport
  view: StorageViewState
  at: readonly string[]
  homeId: string
}

export function FolderView({ listing, report, view, at, homeId }: Props) {
  const name = at.length === 0 ? 'This home' : visibleName(at.join('/'))
  if (listing === null) {
    return (
      <>
        <Breadcrumb view={view} at={at} />
        <PageHead title={noSuchFolder(name)} />
        <section className="grid rounded-card border border-line bg-surface">
          <EmptyState icon={<FolderX size={24} strokeWidth={1.2} />} title="Not there" minHeight={240}>
            {NO_SUCH_FOLDER_NOTE}{' '}
            <Link href={storageHref(view, { at: null })} className="text-accent-text underline">
              {BACK_TO_HOME}
            </Link>
          </EmptyState>
        </section>
      </>
    )
  }
  const files = report.largestFiles?.filter(({ path }) =>
    at.every((part, depth) => path.split('/')[depth] === part),
  )
  return (
    <>
      <Breadcrumb view={view} at={at} />
      <PageHead
        title={`${name}: ${listing.complete ? '' : 'at least '}${formatBytes(listing[view.measure])}`}
        subtitle={folderSubtitle(listing)}
        tools={
          <>
            <MeasureChoice view={view} />
            <ExportLinks href={storageApiHref(view, homeId)} />
          </>
        }
      />
      <FolderPanel listing={listing} view={view} />
      <LargestFilesPanel report={report} view={view} files={files ?? null} />
    </>
  )
}
