/**
 * Passes the actor from the guard to the pages. The value contains a secret generated per process, so that
 * neither a client nor a server without the guard can set an actor.
 */
import { randomBytes } from 'node:crypto'
import type { Actor } from '../../../domain/access/actor.ts'

const KEY = Symbol.for('hermes-steward.actor-header')

type Shared = typeof globalThis & { [KEY]?: string }

export const actorHeader = {
  name: 'x-steward-actor',

  write(actor: Actor): string {
    const shared: Shared = globalThis
    shared[KEY] ??= randomBytes(24).toString('base64url')
    return `${shared[KEY]}.${Buffer.from(JSON.stringify(actor)).toString('base64url')}`
  },

  read(value: string | null): Actor | null {
    const shared: Shared = globalThis
    const secret = shared[KEY]
    if (secret === undefined || value === null || !value.startsWith(`${secret}.`)) return null
    return JSON.parse(Buffer.from(value.slice(secret.length + 1), 'base64url').toString('utf8'))
  },
}
