import Link from 'next/link'
import '@/components/history/record.css'
import { Chip } from '@/components/ui/chip'
import { LocalTime } from '@/components/ui/local-time'
import type { Incident } from '@/lib/domain/watch/incidents/incident'
import { toIso } from '@/lib/shared/time'
import { visibleName } from '@/lib/shared/visible-name'
import { durationWords, incidentHref, KIND_WORDS, LEVEL_WORDS } from './words'

type Props = { incidents: readonly Incident[]; nowMs: number; label: string }

export function IncidentTable({ incidents, nowMs, label }: Props) {
  return (
    <table className="record-table">
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col" className="wide">
            Opened
          </th>
          <th scope="col" className="figure">
            Lasted
          </th>
          <th scope="col" className="wide">
            Acknowledged
          </th>
        </tr>
      </thead>
      <tbody>
        {incidents.map((incident) => (
          <tr key={incident.id}>
            <th scope="row">
              <Link
                href={incidentHref(incident.id)}
                prefetch={false}
                data-row
                className="underline-offset-2 hover:underline"
              >
                <b className="font-strong wrap-anywhere">{visibleName(incident.title)}</b>
              </Link>{' '}
              {incident.level === 'critical' && <Chip warns>{LEVEL_WORDS.critical}</Chip>}
              <span className="block text-support wrap-anywhere text-text-2">
                {KIND_WORDS[incident.kind]}: {visibleName(incident.rule)}
              </span>
              <span className="block text-support text-text-3 md:hidden">
                <LocalTime iso={toIso(incident.openedMs) ?? ''} show="day-time" />
                {incident.acknowledged === null ? '' : `, seen by ${visibleName(incident.acknowledged.by)}`}
              </span>
            </th>
            <td className="wide text-text-2">
              <LocalTime iso={toIso(incident.openedMs) ?? ''} show="day-time" />
            </td>
            <td className="figure text-text-2">{durationWords(incident, nowMs)}</td>
            <td className="wide wrap-anywhere text-text-2">
              {incident.acknowledged === null ? 'by nobody' : `by ${visibleName(incident.acknowledged.by)}`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
