/** Axes, grid, bars and tooltip with one style for all charts. */
import { Swatch } from '@/components/ui/swatch'
import type { Series } from './chart-data'

export const GRID = { vertical: false, stroke: 'var(--grid)' } as const

const TICK = { fill: 'var(--axis)', fontSize: 11 } as const

export const X_AXIS = {
  axisLine: { stroke: 'var(--line-strong)' },
  tickLine: false,
  tickSize: 0,
  tick: TICK,
  tickMargin: 8,
  interval: 0,
  height: 28,
} as const

export const Y_AXIS = { axisLine: false, tickLine: false, tick: TICK, tickMargin: 4 } as const

export const CURSOR = { fill: 'var(--raised)' } as const

type SegmentProps = { x?: number; y?: number; width?: number; height?: number; fill?: string }

/** One segment of a stacked bar with a small gap above it. A value above zero is always visible. */
export function BarSegment({ x = 0, y = 0, width = 0, height = 0, fill }: SegmentProps) {
  if (!(height > 0)) return <g />
  return (
    <rect
      x={x}
      y={y + Math.min(1, height / 2)}
      width={width}
      height={Math.max(height - 1, 0.8)}
      fill={fill}
    />
  )
}

/** A day without data, hatched from top to bottom to tell it from an empty one. */
export function UnknownColumn({ x = 0, y = 0, width = 0, height = 0 }: SegmentProps) {
  if (!(height > 0)) return <g />
  const step = 6
  const lines = Array.from({ length: Math.ceil((height + width) / step) }, (_, index) => y + index * step)
  return (
    <g stroke="var(--ghost)" strokeWidth={1} opacity={0.5}>
      {lines.map((from) => {
        const [startX, endX] = [Math.max(0, from - y - height), Math.min(width, from - y)]
        return <path key={from} d={`M${x + startX} ${from - startX}L${x + endX} ${from - endX}`} />
      })}
    </g>
  )
}

type TooltipBoxProps = {
  heading: string
  rows: readonly (Series & { readonly value: string })[]
}

export function TooltipBox({ heading, rows }: TooltipBoxProps) {
  return (
    <div
      role="status"
      className="rounded-control bg-raised px-2.5 py-2 text-support/[1.125rem] text-text-2 shadow-float"
    >
      <p className="font-strong whitespace-nowrap text-text">{heading}</p>
      {rows.map(({ key, label, color, hatched, value }) => (
        <p key={key} className="flex min-w-38 items-center gap-1.5">
          <Swatch color={color} hatched={hatched} />
          {label}
          <span className="ml-auto pl-3 text-text">{value}</span>
        </p>
      ))}
    </div>
  )
}
