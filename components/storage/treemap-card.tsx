import { ChartCard } from '@/components/charts/chart-card'
import { EmptyState } from '@/components/ui/empty-state'
import { LocalTime } from '@/components/ui/local-time'
import type { StorageReport } from '@/lib/domain/storage/storage-report'
import type { TreemapClass } from '@/lib/domain/storage/treemap'
import { treemapTitle } from '@/lib/domain/storage/words'
import { formatBytes, formatCount } from '@/lib/shared/numbers'
import { visibleName } from '@/lib/shared/visible-name'
import { Treemap } from './treemap'
import type { StorageViewState } from './view-state'
import {
  TREEMAP_AREA,
  TREEMAP_CAPTION,
  TREEMAP_EMPTY,
  TREEMAP_EMPTY_NOTE,
  TREEMAP_SOON,
  TREEMAP_UNKNOWN,
} from './words'

type Props = { report: StorageReport; view: StorageViewState }

export function TreemapCard({ report, view }: Props) {
  const isApparent = view.measure === 'apparentBytes'
  const classes = isApparent ? report.treemapApparent : report.treemap
  if (report.homeBytes === null || classes.length === 0) {
    const isUnknown = report.homeBytes === null
    return (
      <ChartCard
        title={isUnknown ? TREEMAP_UNKNOWN : TREEMAP_EMPTY}
        subtitle={TREEMAP_AREA}
        table={null}
        chart={
          <EmptyState title={isUnknown ? 'Unknown' : 'Empty'} minHeight={320}>
            {isUnknown ? TREEMAP_SOON : TREEMAP_EMPTY_NOTE}
          </EmptyState>
        }
      />
    )
  }
  return (
    <ChartCard
      title={visibleName(treemapTitle(classes))}
      subtitle={
        <>
          Area is {isApparent ? 'length of files' : 'bytes on disk'}. Hatched is never offered for removal.
          {report.databaseCountedAt !== null && (
            <>
              {' '}
              Inside the state db as of <LocalTime iso={report.databaseCountedAt} show="day-time" />.
            </>
          )}
        </>
      }
      chart={<Treemap classes={classes} view={view} />}
      table={tableOf(classes, isApparent)}
    />
  )
}

const tableOf = (classes: readonly TreemapClass[], isApparent: boolean) => ({
  caption: TREEMAP_CAPTION,
  head: ['Part', isApparent ? 'Apparent' : 'On disk', 'Things', 'Offered'],
  rows: classes.flatMap(({ id, label, parts }) =>
    parts.map((part) => ({
      key: `${id}/${part.id}`,
      cells: [
        parts.length === 1 ? label : `${label}: ${visibleName(part.label)}`,
        formatBytes(part.bytes),
        part.count === null ? '–' : formatCount(part.count),
        part.offered ? 'can be' : 'never',
      ],
    })),
  ),
  foot: ['Home', formatBytes(classes.reduce((sum, { bytes }) => sum + bytes, 0)), '', ''],
})
