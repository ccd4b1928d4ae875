/** Whether an actor may perform an action, checked before its input is read. */
import { type Actor, mayAct, type Role } from './actor.ts'
import { ACCESS_REFUSALS } from './words.ts'

export type Needs = {
  readonly role: Role
  /** It writes to a home, so it is refused in read-only mode. */
  readonly touchesHome: boolean
}

export type Refused = {
  readonly code: 'signed-out' | 'operator-only' | 'read-only' | 'bad-input'
  readonly message: string
}

export function refuseAction(
  actor: Pick<Actor, 'role'> | null,
  needs: Needs,
  readOnly: boolean,
): Refused | null {
  if (actor === null) return { code: 'signed-out', message: ACCESS_REFUSALS.signedOut }
  if (!mayAct(actor, needs.role)) return { code: 'operator-only', message: ACCESS_REFUSALS.operatorOnly }
  if (needs.touchesHome && readOnly) {
    return { code: 'read-only', message: ACCESS_REFUSALS.readOnly }
  }
  return null
}
