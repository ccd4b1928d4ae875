import type { Incident } from '@/lib/domain/watch/incidents/incident'
import { evidenceChart } from './evidence-model'
import type { Clock } from './feed/use-clock'
import { describeValue, EVIDENCE_CAPTION, evidenceWords } from './words'

const WIDTH = 480
const HEIGHT = 40

/** The values that the rule checked while the incident was open, with the limit. */
export function EvidenceChart({ incident, clock }: { incident: Incident; clock: Clock }) {
  const words = evidenceWords(incident)
  const { path, limitY } = evidenceChart(incident, WIDTH, HEIGHT)
  if (words === null || path === '') return null
  return (
    <figure className="px-4 pb-3">
      <figcaption className="text-support text-text-2">{words}</figcaption>
      <svg
        role="img"
        aria-label={`${EVIDENCE_CAPTION}: ${words}`}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="mt-1 h-10 w-full"
      >
        <path
          d={path}
          fill="none"
          stroke="var(--text-2)"
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
      <div className="sr-only">
        <table>
          <caption>{EVIDENCE_CAPTION}</caption>
          <tbody>
            {incident.values.map(({ atMs, value }) => (
              <tr key={atMs}>
                <th scope="row">{clock(atMs)}</th>
                <td>{describeValue(value, incident.unit)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
