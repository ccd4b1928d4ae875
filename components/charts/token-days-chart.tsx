'use client'

import { Bar, BarChart, CartesianGrid, LabelList, Tooltip, XAxis, YAxis } from 'recharts'
import { formatShort } from '@/lib/shared/numbers'
import { BarTotal } from './bar-total'
import { BarSegment, CURSOR, GRID, TooltipBox, UnknownColumn, X_AXIS, Y_AXIS } from './chart-parts'
import { EdgeTick } from './edge-tick'
import { TOKEN_HEIGHT } from './heights'
import { niceTicks } from './nice-ticks'
import type { TokenBar, TokenDaysModel } from './token-days-model'
import { arrowKeysLabel } from './words'

export type TokenDaysChartProps = {
  bars: readonly TokenBar[]
  dayTicks: readonly string[]
  /** From the top of the stack down. */
  series: TokenDaysModel['legend']
  name: string
}

export function TokenDaysChart({ bars, dayTicks, series, name }: TokenDaysChartProps) {
  const ticks = niceTicks(Math.max(...bars.map((bar) => bar.total)))
  const words = new Map(bars.map((bar) => [bar.day, bar.tick]))
  // Wide columns have room for their labels on both sides.
  const isCrowded = bars.length > 14
  return (
    <BarChart
      responsive
      data={[...bars]}
      style={{ width: '100%', height: TOKEN_HEIGHT }}
      margin={{ top: 20, right: 0, bottom: 0, left: 0 }}
      barCategoryGap={bars.length > 30 ? 1 : '12%'}
      maxBarSize={32}
      aria-label={arrowKeysLabel(name, 'days')}
    >
      <CartesianGrid {...GRID} />
      <XAxis
        {...X_AXIS}
        dataKey="day"
        ticks={[...dayTicks]}
        tick={<EdgeTick words={words} last={isCrowded ? bars.at(-1)?.day : undefined} />}
      />
      <YAxis
        {...Y_AXIS}
        width={44}
        ticks={ticks}
        domain={[0, ticks.at(-1) ?? 1]}
        tickFormatter={formatShort}
      />
      <Tooltip
        cursor={CURSOR}
        isAnimationActive={false}
        offset={24}
        content={({ active, activeIndex }) => {
          const bar = bars[Number(activeIndex)]
          if (!active || bar === undefined) return null
          if (bar.unknown) return <TooltipBox heading={`${bar.label}, unknown`} rows={[]} />
          const rows = series.map((one) => ({ ...one, value: formatShort(bar[one.key]) }))
          return <TooltipBox heading={`${bar.label}, ${formatShort(bar.total)} tokens`} rows={rows} />
        }}
      />
      {bars.some((bar) => bar.unknown) && (
        <Bar
          dataKey={(bar: TokenBar) => (bar.unknown ? (ticks.at(-1) ?? 1) : 0)}
          stackId="day"
          shape={UnknownColumn}
          isAnimationActive={false}
        />
      )}
      {series.toReversed().map((one, index) => (
        <Bar
          key={one.key}
          dataKey={one.key}
          stackId="day"
          fill={one.color}
          shape={BarSegment}
          isAnimationActive={false}
        >
          {index === series.length - 1 && (
            <LabelList
              dataKey="total"
              content={({ x, y, width, value, index }) =>
                index === bars.length - 1 && !bars.at(-1)?.unknown ? (
                  <BarTotal
                    x={x}
                    y={y}
                    width={width}
                    text={formatShort(Number(value))}
                    alignRight={isCrowded}
                  />
                ) : null
              }
            />
          )}
        </Bar>
      ))}
    </BarChart>
  )
}
