/** Who is asking, as the door found out. Pages and actions never look at cookies or tokens themselves. */
import { headers } from 'next/headers'
import type { Actor } from '../../domain/access/actor.ts'
import { actorHeader } from './guard/actor-header.ts'

export async function getActor(): Promise<Actor | null> {
  return actorHeader.read((await headers()).get(actorHeader.name))
}
