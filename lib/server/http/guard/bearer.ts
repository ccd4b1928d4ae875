/** Finds the role of a script's token. */
import type { Actor } from '../../../domain/access/actor.ts'
import { sameSecret } from '../sign-in/secrets.ts'
import type { Visit } from './visit.ts'

export function bearerActor({ request, settings: { credentials }, client }: Visit): Actor | null {
  const sent = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (sent === undefined) return null
  const known = [
    { role: 'operator', token: credentials.operatorToken },
    { role: 'viewer', token: credentials.viewerToken },
  ] as const
  const match = known.filter(({ token }) => token !== null && sameSecret(sent, token)).at(0)
  return match === undefined
    ? null
    : { role: match.role, via: 'token', name: `${match.role}-token`, address: client.address }
}
