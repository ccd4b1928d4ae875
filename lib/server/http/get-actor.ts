/**
 * The actor of this request, as set by the guard. Pages and actions never read cookies or tokens themselves.
 */
import { headers } from 'next/headers'
import type { Actor } from '../../domain/access/actor.ts'
import { actorHeader } from './guard/actor-header.ts'

export async function getActor(): Promise<Actor | null> {
  return actorHeader.read((await headers()).get(actorHeader.name))
}
