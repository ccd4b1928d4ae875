/** Current sign-ins, so that a restart signs no one out. Stores only digests of the cookies' secrets. */
import type { Role } from '../../domain/access/actor.ts'
import type { Store } from '../open-store.ts'
import { prepared } from '../prepared.ts'

export type SignIn = {
  /** Digest of the secret in the cookie. */
  readonly key: string
  readonly role: Role
  readonly via: 'password' | 'link'
  readonly name: string
  readonly createdMs: number
  readonly seenMs: number
  /** Hash of the password used. Empty for a link. */
  readonly credentialHash: string
}

/** Of each role, more than a team needs. The least recently seen are deleted. */
export const SIGN_INS_KEPT = 100

const COLUMNS = 'key, role, via, name, created_ms AS createdMs, seen_ms AS seenMs, opener AS credentialHash'

export function readSignIns(store: Store): SignIn[] {
  return prepared<SignIn>(store, `SELECT ${COLUMNS} FROM sign_in`).all()
}

export function writeSignIn(store: Store, signIn: SignIn): void {
  const { key, role, via, name, createdMs, seenMs, credentialHash } = signIn
  store.db.transaction(() => {
    prepared(
      store,
      'INSERT OR REPLACE INTO sign_in (key, role, via, name, created_ms, seen_ms, opener) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ).run(key, role, via, name, createdMs, seenMs, credentialHash)
    prepared(
      store,
      `DELETE FROM sign_in WHERE role = @role AND key NOT IN (
         SELECT key FROM sign_in WHERE role = @role ORDER BY seen_ms DESC LIMIT @kept)`,
    ).run({ role, kept: SIGN_INS_KEPT })
  })()
}

export function removeSignIn(store: Store, key: string): void {
  prepared(store, 'DELETE FROM sign_in WHERE key = ?').run(key)
}

export function removeAllSignIns(store: Store): void {
  prepared(store, 'DELETE FROM sign_in').run()
}
