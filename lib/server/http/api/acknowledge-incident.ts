/** Acknowledging an incident, for the pages' action and the HTTP interface alike. */
import { z } from 'zod'
import type { Actor } from '../../../domain/access/actor.ts'
import type { Incident } from '../../../domain/watch/incidents/incident.ts'
import { getCommands } from '../../workers/get-collector.ts'

/** An operator answers for it. It touches no home, so read-only mode does not forbid it. */
export const ACKNOWLEDGES = { role: 'operator', touchesHome: false } as const

const NOTE_MAX = 500

export const Note = z.string().trim().max(NOTE_MAX)

/** Null: that home has none of this id. */
export async function acknowledgeFor(
  actor: Actor,
  homeId: string,
  id: string,
  note: string,
): Promise<Incident | null> {
  const by = { name: actor.name, role: actor.role, address: actor.address }
  const reply = await getCommands().command(homeId, 'acknowledge-incident', { id, note, by })
  return reply?.answer ?? null
}
