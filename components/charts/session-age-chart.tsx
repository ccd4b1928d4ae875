'use client'

import { Bar, BarChart, CartesianGrid, LabelList, Tooltip, XAxis, YAxis } from 'recharts'
import { formatCount } from '@/lib/shared/numbers'
import { AgeTick } from './age-tick'
import { BarTotal } from './bar-total'
import type { LegendEntry } from './chart-data'
import { BarSegment, CURSOR, GRID, TooltipBox, X_AXIS, Y_AXIS } from './chart-parts'
import { AGE_HEIGHT } from './heights'
import { wholeTicks } from './nice-ticks'
import type { AgeBar } from './session-age-model'

export type SessionAgeChartProps = { bars: readonly AgeBar[]; series: readonly LegendEntry[]; name: string }

export function SessionAgeChart({ bars, series, name }: SessionAgeChartProps) {
  const ticks = wholeTicks(Math.max(...bars.map((bar) => bar.total)))
  return (
    <BarChart
      responsive
      data={[...bars]}
      style={{ width: '100%', height: AGE_HEIGHT }}
      margin={{ top: 20, right: 0, bottom: 0, left: 0 }}
      barCategoryGap="14%"
      maxBarSize={56}
      aria-label={`${name}. Arrow keys read the columns.`}
    >
      <CartesianGrid {...GRID} />
      <XAxis {...X_AXIS} dataKey="label" tick={<AgeTick />} />
      <YAxis
        {...Y_AXIS}
        width={40}
        ticks={ticks}
        domain={[0, ticks.at(-1) ?? 1]}
        tickFormatter={formatCount}
      />
      <Tooltip
        cursor={CURSOR}
        isAnimationActive={false}
        offset={44}
        content={({ active, activeIndex }) => {
          const bar = bars[Number(activeIndex)]
          if (!active || bar === undefined) return null
          const rows = series
            .toReversed()
            .map((one) => ({ ...one, value: formatCount(bar[one.key === 'cron' ? 'cron' : 'chat']) }))
          return <TooltipBox heading={`${bar.label}, ${formatCount(bar.total)}`} rows={rows} />
        }}
      />
      {series.map((one, index) => (
        <Bar
          key={one.key}
          dataKey={one.key}
          stackId="age"
          fill={one.color}
          shape={BarSegment}
          isAnimationActive={false}
        >
          {index === series.length - 1 && (
            <LabelList
              dataKey="total"
              content={({ x, y, width, value }) => (
                <BarTotal x={x} y={y} width={width} text={formatCount(Number(value))} dim={value === 0} />
              )}
            />
          )}
        </Bar>
      ))}
    </BarChart>
  )
}
