/** One request in the guard, with the sign-in that its cookie belongs to. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Actor } from '../../../domain/access/actor.ts'
import type { AuditEvent } from '../../../store/access/audit.ts'
import type { SignIn } from '../../../store/access/sign-ins.ts'
import type { Settings } from '../../settings.ts'
import type { PasswordCheck } from '../sign-in/password-check.ts'
import type { SignInSessions } from '../sign-in/sign-in-sessions.ts'
import type { Client } from './client.ts'
import type { CookiePlace } from './cookie.ts'
import type { Recorder } from './recorder.ts'

export type GuardContext = {
  readonly settings: Settings
  readonly signIns: SignInSessions
  readonly passwords: PasswordCheck
  readonly recorder: Recorder
  readonly cookieKey: string
  readonly clock: () => number
}

/** One request, with what is known about it so far. */
export type Visit = GuardContext & {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly url: URL
  readonly client: Client
  readonly place: CookiePlace
  readonly secret: string | null
  readonly record: (event: AuditEvent, detail: string, actor?: Actor | null) => void
}

export const signInOf = ({ secret, signIns, clock }: Visit): SignIn | null =>
  secret === null ? null : signIns.find(secret, clock())

export function cookieActor(visit: Visit): Actor | null {
  const signIn = signInOf(visit)
  const { client } = visit
  return signIn === null
    ? null
    : { role: signIn.role, via: signIn.via, name: signIn.name, address: client.address }
}
