import GitCommitVertical from 'lucide-react/icons/git-commit-vertical'
import SearchX from 'lucide-react/icons/search-x'
import Link from 'next/link'
import type { ComponentProps } from 'react'
import { PreparedPlans } from '@/components/cleanup/prepared-plans'
import { CheckpointPrunePanel } from '@/components/storage/checkpoint-prune-panel'
import { Banners } from '@/components/ui/banners'
import { EmptyState } from '@/components/ui/empty-state'
import { ExportLinks } from '@/components/ui/export-links'
import { PageHead } from '@/components/ui/page-head'
import type { PlanAction } from '@/components/ui/use-plan-action'
import type { CheckpointList } from '@/lib/domain/checkpoints/checkpoint-list'
import { checkpointTitle, describeLayouts } from '@/lib/domain/checkpoints/words'
import type { CountProgress } from '@/lib/domain/home/count-progress'
import { formatCount, formatPlural } from '@/lib/shared/numbers'
import { CheckpointFilter } from './checkpoint-filter'
import { CheckpointTable, type ShownCheckpoint } from './checkpoint-table'
import { MeasuringProgress } from './measuring-progress'
import { checkpointKey, isRemovable } from './selectable'
import { CheckpointSelectionBar } from './selection-bar'
import { StatePanel } from './state-panel'
import { type CheckpointViewState, checkpointApiHref, checkpointHref } from './view-state'
import { CHECKPOINTS_UNREAD, COLUMNS_NOTE, NO_CHECKPOINT_MATCHES, NO_CHECKPOINTS } from './words'

type Props = {
  list: CheckpointList
  rows: readonly ShownCheckpoint[]
  progress: CountProgress | null
  view: CheckpointViewState
  homeId: string
  /** Prepares the plan for the selected checkpoints. */
  onPreview: PlanAction<{ home: string; checkpoints: readonly string[] }>
} & Pick<ComponentProps<typeof PreparedPlans>, 'findings' | 'startFinding'>

/** Which checkpoints are still used, and how much space the others take. */
export function CheckpointsView(props: Props) {
  const { list, rows, progress, view, homeId, onPreview, findings, startFinding } = props
  const { totals, notices, measuring } = list
  const isEmpty = totals !== null && Object.values(totals).every(({ count }) => count === 0)
  return (
    <>
      <PageHead
        title={checkpointTitle(list)}
        subtitle={describeLayouts(list)}
        tools={isEmpty ? undefined : <ExportLinks href={checkpointApiHref(view, homeId)} />}
      />
      <Banners notices={notices} />
      <MeasuringProgress measuring={measuring} counting={progress} />
      {totals === null ? (
        <EmptyCard title="Unknown">{CHECKPOINTS_UNREAD}</EmptyCard>
      ) : isEmpty ? (
        <EmptyCard title="No checkpoints">{NO_CHECKPOINTS}</EmptyCard>
      ) : (
        <>
          <StatePanel totals={totals} list={list} />
          <PreparedPlans findings={findings} homeId={homeId} startFinding={startFinding} />
          <CheckpointPrunePanel prune={list.hermesPrune} />
          <section
            aria-label="All checkpoints"
            className="@container flex min-w-0 flex-col rounded-card border border-line bg-surface"
          >
            <CheckpointFilter list={list} view={view} />
            {rows.length === 0 ? (
              <EmptyState icon={<SearchX size={24} strokeWidth={1.2} />} title="None matches" minHeight={200}>
                {NO_CHECKPOINT_MATCHES}{' '}
                <Link
                  href={checkpointHref(view, { state: null, layout: null, q: null })}
                  className="text-accent-text underline"
                >
                  Show all
                </Link>
              </EmptyState>
            ) : (
              <CheckpointTable rows={rows} seenAt={list.seenAt} homeId={homeId} view={view} />
            )}
            <TableFooter list={list} shown={rows.length} view={view} />
            <CheckpointSelectionBar
              homeId={homeId}
              onPreview={onPreview}
              locked={rows.filter(({ item }) => !isRemovable(item)).map(({ item }) => checkpointKey(item))}
            />
          </section>
        </>
      )}
    </>
  )
}

function EmptyCard({ title, children }: { title: string; children: string }) {
  return (
    <section className="grid rounded-card border border-line bg-surface">
      <EmptyState icon={<GitCommitVertical size={24} strokeWidth={1.2} />} title={title} minHeight={256}>
        {children}
      </EmptyState>
    </section>
  )
}

function TableFooter({
  list,
  shown,
  view,
}: {
  list: CheckpointList
  shown: number
  view: CheckpointViewState
}) {
  const matched = list.matched ?? 0
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2 text-support text-text-2 md:px-4">
      <p className="min-w-0 flex-1 basis-64 text-pretty">
        {shown === matched
          ? formatPlural(matched, 'checkpoint')
          : `${formatCount(shown)} of ${formatPlural(matched, 'checkpoint')}`}
        . {COLUMNS_NOTE}
      </p>
      {view.cursor !== null && (
        <Link href={checkpointHref(view, { cursor: null })} className={PAGE_LINK}>
          First page
        </Link>
      )}
      {list.nextCursor !== null && (
        <Link href={checkpointHref(view, { cursor: list.nextCursor })} prefetch={false} className={PAGE_LINK}>
          Next page
        </Link>
      )}
    </div>
  )
}

const PAGE_LINK =
  'inline-flex h-10 items-center rounded-control border border-line-strong px-3 font-medium text-text hover:bg-raised md:h-7 md:px-2.5'
