'use client'

import { type CSSProperties, type KeyboardEvent, useState } from 'react'
import { formatCount } from '@/lib/shared/numbers'
import type { LegendEntry } from './chart-data'
import { TooltipBox } from './chart-parts'
import { AGE_HEIGHT } from './heights'
import { wholeTicks } from './nice-ticks'
import type { AgeBar } from './session-age-model'
import { arrowKeysLabel } from './words'

type Props = { bars: readonly AgeBar[]; series: readonly LegendEntry[]; name: string }

/** Padding in pixels for the total above the tallest column, the ages below and the axis at the side. */
const PADDING = { above: 20, below: 28, beside: 40 }
const PLOT_HEIGHT = AGE_HEIGHT - PADDING.above - PADDING.below

/**
 * Columns made of plain boxes. This is the first chart of the first page, so it comes with the page instead
 * of loading the chart library.
 */
export function SessionAgeChart({ bars, series, name }: Props) {
  const [active, setActive] = useState<number | null>(null)
  const ticks = wholeTicks(Math.max(...bars.map((bar) => bar.total)))
  const scale = PLOT_HEIGHT / (ticks.at(-1) || 1)
  const moveWithArrows = (event: KeyboardEvent) => {
    const step = ARROW_STEPS.get(event.key)
    if (step === undefined) return
    event.preventDefault()
    setActive(Math.min(bars.length - 1, Math.max(0, (active ?? 0) + step)))
  }
  return (
    <div
      role="application"
      tabIndex={bars.length > 0 ? 0 : undefined}
      aria-label={arrowKeysLabel(name, 'columns')}
      className="relative select-none"
      style={{ height: AGE_HEIGHT }}
      onKeyDown={moveWithArrows}
      onFocus={() => setActive(active ?? 0)}
      onBlur={() => setActive(null)}
      onPointerMove={({ target }) => setActive(columnOf(target))}
      onPointerLeave={() => setActive(null)}
    >
      {ticks.map((tick) => (
        <div
          key={tick}
          className="pointer-events-none absolute right-0 left-0 flex h-0 items-center"
          style={{ bottom: PADDING.below + tick * scale }}
        >
          <span
            className="flex-none pr-1 text-right text-axis text-(--axis)"
            style={{ width: PADDING.beside }}
          >
            {formatCount(tick)}
          </span>
          <span className={`h-px flex-1 ${tick === 0 ? 'bg-line-strong' : 'bg-(--grid)'}`} />
        </div>
      ))}
      <div className="absolute inset-y-0 right-0 flex" style={{ left: PADDING.beside }}>
        {bars.map((bar, index) => (
          <Column
            key={bar.label}
            bar={bar}
            series={series}
            scale={scale}
            isActive={active === index}
            index={index}
          />
        ))}
      </div>
    </div>
  )
}

function columnOf(target: EventTarget): number | null {
  const column = target instanceof Element ? target.closest('[data-column]') : null
  return column === null ? null : Number(column.getAttribute('data-column'))
}

const ARROW_STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowRight', 1],
  ['ArrowLeft', -1],
])

type ColumnProps = {
  bar: AgeBar
  series: readonly LegendEntry[]
  /** Pixels per counted item. */
  scale: number
  index: number
  isActive: boolean
}

function Column({ bar, series, scale, index, isActive }: ColumnProps) {
  const countOf = ({ key }: LegendEntry) => bar[key === 'cron' ? 'cron' : 'chat']
  return (
    <div
      className="relative flex min-w-0 flex-1 flex-col items-center justify-end"
      style={{ paddingTop: PADDING.above }}
      data-column={index}
    >
      {isActive && (
        <div className="absolute inset-x-0 bg-raised" style={{ top: PADDING.above, bottom: PADDING.below }} />
      )}
      <span
        className={`relative z-1 pb-0.5 text-support/4 whitespace-nowrap [text-shadow:0_0_2px_var(--surface)] ${
          bar.total === 0 ? 'text-text-3' : 'font-strong text-text'
        }`}
      >
        {formatCount(bar.total)}
      </span>
      <div className="relative flex w-[72%] max-w-14 flex-col-reverse">
        {series.map((one) => (
          <Segment key={one.key} color={one.color} height={countOf(one) * scale} />
        ))}
      </div>
      <span
        className="relative flex-none pt-1.5 text-center text-axis/[0.75rem] text-(--axis)"
        style={{ height: PADDING.below }}
      >
        {bar.label}
      </span>
      {isActive && (
        <div className="pointer-events-none absolute top-0 left-1/2 z-2 w-max -translate-x-1/2">
          <TooltipBox
            heading={`${bar.label}, ${formatCount(bar.total)}`}
            rows={series.toReversed().map((one) => ({ ...one, value: formatCount(countOf(one)) }))}
          />
        </div>
      )}
    </div>
  )
}

/** One segment of a column with a small gap above it. A value above zero is always visible. */
function Segment({ color, height }: { color: string; height: number }) {
  const style: CSSProperties & { '--swatch': string } = {
    '--swatch': color,
    height: height > 0 ? Math.max(height - 1, 0.8) : 0,
    marginTop: height > 0 ? Math.min(1, height / 2) : 0,
  }
  return <div style={style} className="flex-none bg-(--swatch)" />
}
