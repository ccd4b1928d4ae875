/**
 * Who makes a request: a person with a cookie or a script with a token. A viewer reads and prepares, an
 * operator approves.
 */

export type Role = 'viewer' | 'operator'

export type Actor = {
  readonly role: Role
  readonly via: 'password' | 'link' | 'token'
  /** Identifies the sign-in in the audit log. Not a secret. */
  readonly name: string
  readonly address: string
}

/** What the audit keeps of an actor. */
export type AuditActor = Pick<Actor, 'name' | 'role' | 'address'>

const RANK: Readonly<Record<Role, number>> = { viewer: 0, operator: 1 }

export const mayAct = (actor: Pick<Actor, 'role'>, needed: Role): boolean => RANK[actor.role] >= RANK[needed]
