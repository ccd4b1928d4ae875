import type { ReactNode } from 'react'
import { ChartCard } from '@/components/charts/chart-card'
import { diskModel } from '@/components/charts/disk-model'
import { DISK_HEIGHT } from '@/components/charts/heights'
import { EmptyState } from '@/components/ui/empty-state'
import { LocalTime } from '@/components/ui/local-time'
import type { DiskOverview } from '@/lib/domain/overview/overview'
import { DiskFigure } from './disk-figure'
import { DISK_BY_CLASS, DISK_SOON, DISK_UNKNOWN } from './words'

type Props = {
  disk: Pick<DiskOverview, 'homeBytes' | 'classes' | 'history' | 'countedAt'>
  seenAt: string
  rangeDays: number
  tools?: ReactNode
}

export function DiskCard({ disk, seenAt, rangeDays, tools }: Props) {
  const model = diskModel(disk, rangeDays, seenAt)
  if (model === null) {
    return (
      <ChartCard
        title={DISK_UNKNOWN}
        subtitle={DISK_BY_CLASS}
        table={null}
        chart={
          <EmptyState title="Unknown" minHeight={DISK_HEIGHT}>
            {DISK_SOON}
          </EmptyState>
        }
      />
    )
  }
  const { table, ...chartModel } = model
  return (
    <ChartCard
      title={model.title}
      subtitle={
        <>
          Disk blocks by class{model.samples.length < 2 ? '' : `, last ${rangeDays} days`}
          {disk.countedAt !== null && (
            <>
              , counted <LocalTime iso={disk.countedAt} show="day-time" />
            </>
          )}
          .
        </>
      }
      tools={tools}
      table={table}
      chart={<DiskFigure model={chartModel} />}
    />
  )
}
