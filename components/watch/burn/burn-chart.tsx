'use client'

import { useMemo } from 'react'
import { useClock } from '@/components/watch/feed/use-clock'
import type { WatchHistory } from '@/lib/domain/watch/watch-state'
import { formatShort } from '@/lib/shared/numbers'
import { MINUTE_MS } from '@/lib/shared/time'
import { burnChartModel, CHART_HEIGHT, CHART_WIDTH } from './burn-chart-model'
import { burnChartLabel } from './words'

type Props = { history: WatchHistory; endMs: number; limitPerMinute: number }

const QUARTERS = [60, 45, 30, 15, 0] as const

/** The last hour. The chart stretches with its container; the labels do not. */
export function BurnChart({ history, endMs, limitPerMinute }: Props) {
  const chart = useMemo(
    () => burnChartModel(history, endMs, limitPerMinute),
    [history, endMs, limitPerMinute],
  )
  const clock = useClock()
  const top = chart.ticks.at(-1) ?? 1
  return (
    <div className="grid h-full grid-cols-[2.5rem_minmax(0,1fr)] grid-rows-[minmax(0,1fr)_1.25rem] text-axis text-text-3">
      <div className="relative" aria-hidden>
        {chart.ticks.map((tick) => (
          <span
            key={tick}
            className="absolute right-2 -translate-y-1/2 whitespace-nowrap"
            style={{ top: `${(1 - tick / top) * 100}%` }}
          >
            {formatShort(tick)}
          </span>
        ))}
      </div>
      <div className="relative">
        <svg
          role="img"
          aria-label={burnChartLabel(limitPerMinute)}
          viewBox={`0 0 ${CHART_WIDTH} ${CHART_HEIGHT}`}
          preserveAspectRatio="none"
          className="absolute inset-0 size-full overflow-visible"
        >
          {chart.ticks.map((tick) => (
            <line
              key={tick}
              x1={0}
              x2={CHART_WIDTH}
              y1={(1 - tick / top) * CHART_HEIGHT}
              y2={(1 - tick / top) * CHART_HEIGHT}
              stroke={tick === 0 ? 'var(--line-strong)' : 'var(--grid)'}
              vectorEffect="non-scaling-stroke"
            />
          ))}
          <path d={chart.allPath} fill="var(--t-input)" />
          <path d={chart.cachePath} fill="var(--t-read)" />
          <path
            d={chart.yesterdayPath}
            fill="none"
            stroke="var(--mark)"
            strokeWidth={1.5}
            vectorEffect="non-scaling-stroke"
          />
          {chart.limitAt !== null && (
            <line
              x1={0}
              x2={CHART_WIDTH}
              y1={chart.limitAt * CHART_HEIGHT}
              y2={chart.limitAt * CHART_HEIGHT}
              stroke="var(--warn)"
              strokeDasharray="4 3"
              vectorEffect="non-scaling-stroke"
            />
          )}
        </svg>
        {chart.hasGaps && (
          <span className="absolute top-0.5 right-1 rounded-[2px] bg-surface px-1 leading-3.5">
            gaps: nobody watched
          </span>
        )}
        {chart.limitAt !== null && (
          <span
            aria-hidden
            className="absolute left-1 -translate-y-full rounded-[2px] bg-surface px-1 leading-3.5 text-warn-text"
            style={{ top: `calc(${chart.limitAt * 100}% - 2px)` }}
          >
            limit {formatShort(limitPerMinute)}
          </span>
        )}
      </div>
      <div className="col-start-2 flex items-end justify-between" aria-hidden>
        {QUARTERS.map((ago) => (
          <span key={ago}>{clock(chart.endMs - ago * MINUTE_MS, 'minute')}</span>
        ))}
      </div>
    </div>
  )
}
