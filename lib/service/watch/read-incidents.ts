/** A home's incidents for pages and scripts: the open ones, the closed ones in pages, one with all that is known of it. */
import type { Advice } from '../../domain/watch/incidents/advice.ts'
import type { Incident } from '../../domain/watch/incidents/incident.ts'
import type { WatchLimits } from '../../domain/watch/limits/limits.ts'
import { describeLimitChange } from '../../domain/watch/limits/words.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import type { IncidentPage } from '../../store/watch/incidents.ts'
import type { StoredLimits } from '../../store/watch/limits.ts'
import type { HomeObserver } from '../observe/home-observer.ts'
import { type By, recordFor } from './record-for.ts'

export type IncidentsInput = {
  readonly state: 'open' | 'closed'
  readonly cursor: string | null
  readonly limit: number
}

export type IncidentsAnswer = Result<IncidentPage, 'bad-cursor'>

/** The open ones are few and come at once. */
export function readIncidents(home: HomeObserver, { state, ...query }: IncidentsInput): IncidentsAnswer {
  const { book } = home.incidents
  if (state === 'closed') return book.closedPage(query)
  return query.cursor === null ? ok({ items: book.open, nextCursor: null }) : failed('bad-cursor')
}

export type IncidentAnswer = {
  readonly incident: Incident
  /** What is safe to do about it now; null for a closed one. */
  readonly advice: Advice | null
  readonly nowMs: number
}

/** Null: this home has none of this id. */
export function readHomeIncident(home: HomeObserver, { id }: { readonly id: string }): IncidentAnswer | null {
  const incident = home.incidents.book.find(id)
  if (incident === null) return null
  return { incident, advice: home.incidents.adviceOn(incident), nowMs: home.now() }
}

export type AcknowledgeInput = { readonly id: string; readonly note: string; readonly by: By }

/** Whoever acknowledges has seen it; the incident stays open until the thing itself is over. */
export function acknowledgeIncident(home: HomeObserver, { id, note, by }: AcknowledgeInput): Incident | null {
  const atMs = home.now()
  const words = note === '' ? `${by.name} has seen it.` : `${by.name}: ${note}`
  const incident = home.incidents.book.add(
    id,
    { atMs, kind: 'acknowledged', words },
    { acknowledged: { atMs, by: by.name, note } },
  )
  if (incident !== null)
    recordFor(home, 'incident-acknowledged', by, `${incident.title} (incident ${incident.id})`)
  return incident
}

export const readWatchLimits = (home: HomeObserver): StoredLimits => home.incidents.book.limits()

export type SetLimitsInput = { readonly limits: WatchLimits | null; readonly by: By }

/** Null: back to the usual ones. False: they could not be written, and the old ones hold. */
export function setWatchLimits(home: HomeObserver, { limits, by }: SetLimitsInput): boolean {
  const { book } = home.incidents
  const before = book.limits().limits
  const isSet = book.setLimits(limits)
  if (isSet) recordFor(home, 'limits-changed', by, describeLimitChange(before, limits))
  return isSet
}
