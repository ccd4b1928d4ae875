/** Pages need a signed-in actor. Any other request is redirected to the sign-in page. */
import { redirect } from 'next/navigation'
import type { Actor } from '../../domain/access/actor.ts'
import { getActor } from './get-actor.ts'

export async function requireActor(): Promise<Actor> {
  return (await getActor()) ?? redirect('/sign-in')
}
