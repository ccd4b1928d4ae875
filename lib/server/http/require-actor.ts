/** A page is for whoever the door let in; everybody else is sent to sign in. */
import { redirect } from 'next/navigation'
import type { Actor } from '../../domain/access/actor.ts'
import { getActor } from './get-actor.ts'

export async function requireActor(): Promise<Actor> {
  return (await getActor()) ?? redirect('/sign-in')
}
