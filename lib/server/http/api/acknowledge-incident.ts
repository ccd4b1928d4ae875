/** Acknowledges an incident, for the page's action and the HTTP API. */
import { z } from 'zod'
import type { Actor } from '../../../domain/access/actor.ts'
import type { Incident } from '../../../domain/watch/incidents/incident.ts'
import { getCommands } from '../../workers/get-collector.ts'

/** Needs an operator. It changes no home, so read-only mode allows it. */
export const ACKNOWLEDGES = { role: 'operator', touchesHome: false } as const

const NOTE_MAX = 500

export const Note = z.string().trim().max(NOTE_MAX)

/** Null if that home has no incident with this id. */
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
