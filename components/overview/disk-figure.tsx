'use client'

import { type CSSProperties, useState } from 'react'
import type { DiskClass, DiskModel, DiskSample } from '@/components/charts/disk-model'
import { LazyDiskChart } from '@/components/charts/lazy-charts'
import { ClassList } from './class-list'
import { DISK_CHART_NAME, SINGLE_COUNT } from './words'

/** Shows growth if it was measured, otherwise a single measurement. */
export function DiskFigure({ model }: { model: Omit<DiskModel, 'table'> }) {
  const [active, setActive] = useState<DiskSample | null>(null)
  return (
    <div className="@container">
      <div className="grid gap-3 @lg:grid-cols-[minmax(0,1fr)_14.5rem] @lg:gap-6">
        {model.samples.length < 2 ? (
          <SingleCount model={model} />
        ) : (
          <LazyDiskChart
            samples={model.samples}
            classes={model.classes}
            ticks={model.ticks}
            name={DISK_CHART_NAME}
            onActive={setActive}
          />
        )}
        <ClassList classes={model.classes} totalBytes={model.totalBytes} sample={active} />
      </div>
    </div>
  )
}

function SingleCount({ model }: { model: Pick<DiskModel, 'classes'> }) {
  return (
    <div className="flex flex-col gap-3">
      <ClassBar classes={model.classes} />
      <p className="text-support text-text-2">{SINGLE_COUNT}</p>
    </div>
  )
}

/** One measurement as a single bar. The list beside it names the parts. */
function ClassBar({ classes }: { classes: readonly DiskClass[] }) {
  return (
    <div className="flex h-6 gap-px overflow-hidden" aria-hidden>
      {classes
        .filter((one) => one.bytes > 0)
        .map((one) => {
          const style: CSSProperties & { '--swatch': string } = { '--swatch': one.color, flexGrow: one.bytes }
          return (
            <div
              key={one.key}
              style={style}
              className={`min-w-0.5 basis-0 rounded-[2px] ${one.hatched ? 'hatched' : 'bg-(--swatch)'}`}
            />
          )
        })}
    </div>
  )
}
