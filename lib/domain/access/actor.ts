/** Who asks: a person with a cookie or a script with a token. A viewer sees and prepares, an operator approves. */

export type Role = 'viewer' | 'operator'

export type Actor = {
  readonly role: Role
  readonly via: 'password' | 'link' | 'token'
  /** Tells one sign-in from another in the records; no secret. */
  readonly name: string
  readonly address: string
}

const RANK: Readonly<Record<Role, number>> = { viewer: 0, operator: 1 }

export const mayAct = (actor: Pick<Actor, 'role'>, needed: Role): boolean => RANK[actor.role] >= RANK[needed]
