/** Acknowledging says that an operator has seen an incident. It stays open until its condition clears. */
import type { AuditActor } from '../../domain/access/actor.ts'
import type { Incident } from '../../domain/watch/incidents/incident.ts'
import type { StoreContext } from '../../store/store-context.ts'
import type { HomeObserver } from '../observe/home-observer.ts'
import { recordHomeCommand } from './record-command.ts'

export type AcknowledgeInput = { readonly id: string; readonly note: string; readonly by: AuditActor }

/** Null: this home has no incident with this id. */
export function acknowledgeIncident(
  home: HomeObserver,
  { id, note, by }: AcknowledgeInput,
  context: StoreContext,
): Incident | null {
  const atMs = home.now()
  const words = note === '' ? `${by.name} has seen it.` : `${by.name}: ${note}`
  const incident = home.incidents.registry.add(
    id,
    { atMs, kind: 'acknowledged', words },
    { acknowledged: { atMs, by: by.name, note } },
  )
  if (incident !== null)
    recordHomeCommand(
      context,
      home,
      'incident-acknowledged',
      by,
      `${incident.title} (incident ${incident.id})`,
    )
  return incident
}
