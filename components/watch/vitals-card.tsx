import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { WatchState } from '@/lib/domain/watch/watch-state'
import { sparkPath } from './sparkline'
import { type Vital, vitalsOf } from './vitals-model'
import { VITALS_TITLE } from './words'

const WIDTH = 120
const HEIGHT = 32

/** Free disk space, incoming writes and the WAL, each with a number, a trend and an explanation. */
export function VitalsCard({ state, nowMs }: { state: WatchState; nowMs: number }) {
  return (
    <section
      aria-label={VITALS_TITLE}
      className="min-w-0 rounded-card border border-line bg-surface [&>*+*]:border-t [&>*+*]:border-line"
    >
      {vitalsOf(state, nowMs).map((vital) => (
        <VitalRow key={vital.key} vital={vital} />
      ))}
    </section>
  )
}

function VitalRow({ vital }: { vital: Vital }) {
  return (
    <div className="px-4 py-3" data-vital={vital.key}>
      <h2 className="flex items-center gap-1.5 text-support text-text-2">
        {vital.warning !== null && (
          <TriangleAlert size={14} strokeWidth={1.5} className="text-warn" aria-label={vital.warning} />
        )}
        {vital.isLive && <span aria-hidden className="size-1.5 rounded-full bg-accent" />}
        {vital.label}
      </h2>
      <div className="flex items-end justify-between gap-4">
        <p className="h-10 text-[2rem] leading-10 font-semibold tracking-[-.025em] whitespace-nowrap">
          {vital.figure === null ? (
            <span className="text-title tracking-normal">unknown</span>
          ) : (
            <>
              {vital.figure.value}
              <span className="ml-1.5 text-card font-medium tracking-normal text-text-3">
                {vital.figure.unit}
              </span>
            </>
          )}
        </p>
        {vital.trend.length > 1 && (
          <svg
            role="img"
            aria-label={vital.trendName}
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            className="mb-1 h-8 w-30 flex-none"
          >
            <path
              d={sparkPath(vital.trend, WIDTH, HEIGHT)}
              fill="none"
              stroke={vital.isLive ? 'var(--accent)' : 'var(--text-2)'}
              strokeWidth={1.5}
            />
          </svg>
        )}
      </div>
      <p className="min-h-8 text-support text-pretty text-text-2">{vital.words}</p>
    </div>
  )
}
