'use client'

import { useEffect, useId } from 'react'
import { Area, AreaChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts'
import { formatBytes } from '@/lib/shared/numbers'
import { GRID, TooltipBox, X_AXIS, Y_AXIS } from './chart-parts'
import { byteTick, type DiskClass, type DiskModel, type DiskSample } from './disk-model'
import { EdgeTick } from './edge-tick'
import { DISK_HEIGHT } from './heights'
import { niceTicks } from './nice-ticks'
import { arrowKeysLabel } from './words'

export type DiskChartProps = {
  samples: readonly DiskSample[]
  classes: readonly DiskClass[]
  ticks: DiskModel['ticks']
  name: string
  /** The point under the pointer or keyboard cursor, or null. */
  onActive: (sample: DiskSample | null) => void
}

export function DiskChart({ samples, classes, ticks, name, onActive }: DiskChartProps) {
  const hatchId = useId()
  const words = new Map(ticks.map((tick) => [tick.atMs, tick.label]))
  const present = classes.reduce((sum, one) => sum + one.bytes, 0)
  const yTicks = niceTicks(Math.max(...samples.map((sample) => sample.total)))
  return (
    <AreaChart
      responsive
      data={[...samples]}
      style={{ width: '100%', height: DISK_HEIGHT }}
      margin={{ top: 12, right: 1, bottom: 0, left: 0 }}
      aria-label={arrowKeysLabel(name, 'points')}
    >
      <defs>
        {classes
          .filter((one) => one.hatched)
          .map((one) => (
            <pattern
              key={one.key}
              id={hatchId}
              width="4"
              height="4"
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <rect width="2" height="4" fill={one.color} />
            </pattern>
          ))}
      </defs>
      <CartesianGrid {...GRID} />
      <XAxis
        {...X_AXIS}
        dataKey="atMs"
        type="number"
        scale="time"
        domain={['dataMin', 'dataMax']}
        ticks={ticks.map((tick) => tick.atMs)}
        tick={<EdgeTick words={words} first={ticks[0]?.atMs} last={ticks.at(-1)?.atMs} />}
      />
      <YAxis
        {...Y_AXIS}
        width={56}
        ticks={yTicks}
        domain={[0, yTicks.at(-1) ?? 1]}
        tickFormatter={byteTick}
      />
      <Tooltip
        cursor={{ stroke: 'var(--text-3)', strokeDasharray: '2 2' }}
        isAnimationActive={false}
        offset={12}
        content={({ active, activeIndex }) => (
          <ActiveSample samples={samples} index={active ? Number(activeIndex) : -1} onActive={onActive} />
        )}
      />
      {classes.map((one) => (
        <Area
          key={one.key}
          dataKey={one.key}
          stackId="disk"
          type="linear"
          fill={one.hatched ? `url(#${hatchId})` : one.color}
          fillOpacity={1}
          stroke="var(--surface)"
          strokeWidth={one.bytes > HAIRLINE_SHARE * present ? 1 : 0}
          activeDot={false}
          isAnimationActive={false}
        />
      ))}
    </AreaChart>
  )
}

/** A line between classes would cover a class thinner than this. */
const HAIRLINE_SHARE = 0.02

type ActiveSampleProps = Pick<DiskChartProps, 'samples' | 'onActive'> & { index: number }

/** The list beside the chart shows the classes of this point, so the tooltip stays small. */
function ActiveSample({ samples, index, onActive }: ActiveSampleProps) {
  const sample = samples[index] ?? null
  useEffect(() => onActive(sample), [sample, onActive])
  return sample === null ? null : (
    <TooltipBox heading={`${sample.label}, ${formatBytes(sample.total)}`} rows={[]} />
  )
}
