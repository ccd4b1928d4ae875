/** A home's incidents for pages and scripts: all open ones, closed ones in pages, or one in full. */
import type { Advice } from '../../domain/watch/incidents/advice.ts'
import type { Incident } from '../../domain/watch/incidents/incident.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import type { IncidentPage } from '../../store/watch/incidents.ts'
import type { HomeObserver } from '../observe/home-observer.ts'

export type IncidentsInput = {
  readonly state: 'open' | 'closed'
  readonly cursor: string | null
  readonly limit: number
}

export type IncidentsAnswer = Result<IncidentPage, 'bad-cursor'>

/** There are few open incidents, so they are not paged. */
export function readIncidents(home: HomeObserver, { state, ...query }: IncidentsInput): IncidentsAnswer {
  const { registry } = home.incidents
  if (state === 'closed') return registry.closedPage(query)
  return query.cursor === null ? ok({ items: registry.open, nextCursor: null }) : failed('bad-cursor')
}

export type IncidentAnswer = {
  readonly incident: Incident
  /** Safe actions to take now. Null for a closed incident. */
  readonly advice: Advice | null
  readonly nowMs: number
}

/** Null: this home has no incident with this id. */
export function readHomeIncident(home: HomeObserver, { id }: { readonly id: string }): IncidentAnswer | null {
  const incident = home.incidents.registry.find(id)
  if (incident === null) return null
  return { incident, advice: home.incidents.adviceOn(incident), nowMs: home.now() }
}
