/** Incidents in the JSON API and webhooks. Times are ISO 8601 UTC, unknown is null. */
import { toIso } from '../../../shared/time.ts'
import type { Incident } from './incident.ts'

export function incidentSummary(incident: Incident) {
  const { acknowledged, values } = incident
  return {
    id: incident.id,
    home: incident.homeId,
    kind: incident.kind,
    subject: incident.subject,
    level: incident.level,
    state: incident.closedMs === null ? ('open' as const) : ('closed' as const),
    title: incident.title,
    rule: incident.rule,
    evidence: lastEvidence(incident),
    openedAt: toIso(incident.openedMs),
    closedAt: toIso(incident.closedMs),
    lastSeenAt: toIso(incident.lastSeenMs),
    value: values.at(-1)?.value ?? null,
    limit: incident.limit,
    unit: incident.unit,
    acknowledged:
      acknowledged === null
        ? null
        : { at: toIso(acknowledged.atMs), by: acknowledged.by, note: acknowledged.note },
  }
}

export const incidentDetail = (incident: Incident) => ({
  ...incidentSummary(incident),
  timeline: incident.timeline.map(({ atMs, kind, words }) => ({ at: toIso(atMs), kind, words })),
  values: incident.values.map(({ atMs, value }) => ({ at: toIso(atMs), value })),
})

/** The latest evidence, starting with the one it opened with. */
function lastEvidence({ timeline }: Incident): string | null {
  const seen = timeline.filter(
    ({ kind }) => kind === 'evidence' || kind === 'opened' || kind === 'escalated' || kind === 'eased',
  )
  return seen.at(-1)?.words ?? null
}
