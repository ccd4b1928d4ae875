import { FORECAST_CAPTION, forecastLabel } from '@/components/cleanup/words'
import { formatCount } from '@/lib/shared/numbers'
import type { Forecast, Segment } from './forecast-model'

/** When the disk is full with this plan and without it, as a chart with the numbers below. */
export function FreeSpaceForecast({ forecast }: { forecast: Forecast }) {
  const { lines, fullAt } = forecast
  const days = (count: number) => (count < 1 ? '<1 d' : `${formatCount(Math.floor(count))} d`)
  return (
    <figure className="mt-4">
      <figcaption className="text-right text-axis text-text-3">{FORECAST_CAPTION}</figcaption>
      <svg
        role="img"
        aria-label={forecastLabel(days(forecast.without), days(forecast.with))}
        className="block h-16 w-full overflow-visible"
      >
        <line x1="0" x2="100%" y1="100%" y2="100%" className="stroke-line-strong" />
        {lines.without.map((line) => (
          <Line key={`${line.x1} ${line.y1}`} line={line} filter="stroke-text-3" />
        ))}
        {lines.with.map((line) => (
          <Line key={`${line.x1} ${line.y1}`} line={line} filter="stroke-accent" />
        ))}
        <circle cx={`${fullAt.without}%`} cy="100%" r="3" className="fill-surface stroke-text-2" />
        <circle cx={`${fullAt.with}%`} cy="100%" r="3" className="fill-surface stroke-accent" />
      </svg>
      <p className="relative h-5 text-axis text-text-3" aria-hidden>
        {fullAt.with - fullAt.without > 20 && (
          <span
            className="absolute top-1 whitespace-nowrap"
            style={{ left: `${fullAt.without}%`, translate: fullAt.without > 10 ? '-50%' : '0' }}
          >
            full in {days(forecast.without)}
          </span>
        )}
        <span
          className="absolute top-1 -translate-x-1/2 whitespace-nowrap"
          style={{ left: `${Math.min(fullAt.with, 92)}%` }}
        >
          full in {days(forecast.with)}
        </span>
      </p>
    </figure>
  )
}

const Line = ({ line, filter }: { line: Segment; filter: string }) => (
  <line
    x1={`${line.x1}%`}
    y1={`${line.y1}%`}
    x2={`${line.x2}%`}
    y2={`${line.y2}%`}
    strokeWidth="1.5"
    className={filter}
  />
)
