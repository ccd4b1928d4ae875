import type { ComponentProps } from 'react'
import { DiskCard } from '@/components/overview/disk-card'
import { ProgressNotice } from '@/components/overview/progress-notice'
import { Banners } from '@/components/ui/banners'
import { ExportLinks } from '@/components/ui/export-links'
import { LocalTime } from '@/components/ui/local-time'
import { PageHead } from '@/components/ui/page-head'
import { Panel } from '@/components/ui/panel'
import { Segmented } from '@/components/ui/segmented'
import type { CountProgress } from '@/lib/domain/home/count-progress'
import type { HomeRef } from '@/lib/domain/home/home'
import type { StorageAnswer } from '@/lib/domain/storage/own-storage'
import { growthTitle, storageTitle } from '@/lib/domain/storage/words'
import { AutoPrunePanel } from './auto-prune-panel'
import { CheckpointPrunePanel } from './checkpoint-prune-panel'
import { ClassTable } from './class-table'
import { ForecastPanel } from './forecast-panel'
import { LargestFilesPanel, LargestFoldersPanel } from './largest-panels'
import { MeasureChoice } from './measure-choice'
import { OwnPanel } from './own-panel'
import { ProtectedPanel } from './protected-panel'
import { ReclaimablePanel } from './reclaimable-panel'
import { TreemapCard } from './treemap-card'
import { STORAGE_RANGES, storageApiHref, storageHref, type StorageViewState as View } from './view-state'
import { CLASSES_NOTE, elsewhereWords, FIGURES_SOON, HISTORY_RANGE } from './words'

type Props = Pick<ComponentProps<typeof OwnPanel>, 'mayNot' | 'emptyTrash'> & {
  report: StorageAnswer
  progress: CountProgress | null
  view: View
  home: HomeRef
  startFinding: (form: FormData) => Promise<void>
}

/** What takes the space, what can be removed, and how long the disk lasts. */
export function StorageView(props: Props) {
  const { report, progress, view, home, startFinding, mayNot, emptyTrash } = props
  return (
    <>
      <PageHead
        title={storageTitle(report, view.measure)}
        subtitle={<Provenance report={report} view={view} />}
        tools={
          <>
            <MeasureChoice view={view} />
            <ExportLinks href={storageApiHref(view, home.id)} />
          </>
        }
      />
      <Banners notices={report.notices} />
      <ProgressNotice progress={progress} countedAt={report.countedAt} />
      <div className="grid gap-3 md:gap-4 lg:grid-cols-[minmax(0,1fr)_30rem]">
        <TreemapCard report={report} view={view} />
        <Panel title={growthTitle(report)} subtitle={CLASSES_NOTE}>
          <ClassTable report={report} view={view} />
        </Panel>
      </div>
      <div className="later grid gap-3 md:gap-4 lg:grid-cols-2">
        <ReclaimablePanel report={report} homeId={home.id} startFinding={startFinding} />
        <div className="flex flex-col gap-3 md:gap-4">
          <OwnPanel
            own={report}
            home={{ ...home, shortPath: home.path }}
            mayNot={mayNot}
            emptyTrash={emptyTrash}
          />
          <ProtectedPanel report={report} />
        </div>
      </div>
      <div className="later grid gap-3 md:gap-4 lg:grid-cols-[minmax(0,1fr)_30rem]">
        <DiskCard
          disk={report}
          seenAt={report.seenAt}
          rangeDays={view.range}
          tools={
            <Segmented
              label={HISTORY_RANGE}
              options={STORAGE_RANGES.map((range) => ({
                label: `${range} d`,
                href: storageHref(view, { range }),
                current: range === view.range,
              }))}
            />
          }
        />
        <ForecastPanel report={report} />
      </div>
      <AutoPrunePanel autoPrune={report.autoPrune} />
      <CheckpointPrunePanel prune={report.checkpointPrune} />
      <div className={`grid gap-3 md:gap-4 lg:grid-cols-2 ${view.expanded.length === 0 ? 'later' : ''}`}>
        <LargestFoldersPanel report={report} view={view} />
        <LargestFilesPanel report={report} view={view} />
      </div>
    </>
  )
}

function Provenance({ report, view }: Pick<Props, 'report' | 'view'>) {
  const { countedAt, countTookMs, elsewhereBytes } = report
  if (countedAt === null) return FIGURES_SOON
  return (
    <>
      {view.measure === 'bytes' ? 'Disk blocks' : 'Length of files'}, counted{' '}
      <LocalTime iso={countedAt} show="day-time" />
      {countTookMs !== null && ` in ${formatDuration(countTookMs)}`}.
      {elsewhereBytes !== null && ` ${elsewhereWords(elsewhereBytes)}`}
    </>
  )
}

const formatDuration = (ms: number): string => (ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`)
