import { DataTable } from '@/components/charts/data-table'
import { dayTimeWords, timeWords } from '@/components/ui/format-utc'
import { SectionCard } from '@/components/ui/section-card'
import { evidenceChart } from '@/components/watch/evidence-model'
import { describeValue, EVIDENCE_CAPTION, evidenceWords } from '@/components/watch/words'
import type { Incident } from '@/lib/domain/watch/incidents/incident'
import { EVIDENCE_NOTE, EVIDENCE_TABLE, evidenceRange } from './words'

const WIDTH = 960
const HEIGHT = 160

/**
 * The values that the rule checked while the incident was open, with the limit, as a chart and as a table.
 */
export function EvidenceFigure({ incident }: { incident: Incident }) {
  const words = evidenceWords(incident)
  const { path, limitY } = evidenceChart(incident, WIDTH, HEIGHT)
  const [first, last] = [incident.values[0], incident.values.at(-1)]
  if (words === null || path === '' || first === undefined || last === undefined) return null
  return (
    <SectionCard title={`${EVIDENCE_CAPTION}: ${words}`} subtitle={EVIDENCE_NOTE}>
      <figure className="px-4 pt-1 pb-3">
        <svg
          role="img"
          aria-label={evidenceRange(dayTimeWords(first.atMs), dayTimeWords(last.atMs), words)}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="block h-40 w-full border-b border-line-strong"
        >
          <path
            d={path}
            fill="none"
            stroke="var(--accent)"
            strokeWidth={1.5}
            vectorEffect="non-scaling-stroke"
          />
          {limitY !== null && (
            <line
              x1={0}
              x2={WIDTH}
              y1={limitY}
              y2={limitY}
              stroke="var(--warn)"
              strokeDasharray="4 3"
              vectorEffect="non-scaling-stroke"
            />
          )}
        </svg>
        <figcaption className="mt-1 flex justify-between text-axis text-text-3">
          <span>{dayTimeWords(first.atMs)}</span>
          <span>{dayTimeWords(last.atMs)} UTC</span>
        </figcaption>
      </figure>
      <details className="border-t border-line">
        <summary className="flex min-h-10 items-center px-4 text-accent-text">{EVIDENCE_TABLE}</summary>
        <DataTable
          caption={words}
          head={['At, UTC', 'Value']}
          rows={incident.values.map(({ atMs, value }) => ({
            key: String(atMs),
            cells: [`${dayTimeWords(atMs)}:${timeWords(atMs).slice(6)}`, describeValue(value, incident.unit)],
          }))}
        />
      </details>
    </SectionCard>
  )
}
