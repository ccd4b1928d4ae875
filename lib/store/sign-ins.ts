/** Who is signed in, so that a restart signs nobody out. Only digests of the cookies' secrets are kept. */
import type { Role } from '../domain/actor.ts'
import type { Store } from './open-store.ts'
import { prepared } from './prepared.ts'

export type SignIn = {
  /** Digest of the secret in the cookie. */
  readonly key: string
  readonly role: Role
  readonly via: 'password' | 'link'
  readonly name: string
  readonly createdMs: number
  readonly seenMs: number
}

/** More sign-ins than a team needs; the longest unseen go first. */
const SIGN_INS_KEPT = 200

const COLUMNS = 'key, role, via, name, created_ms AS createdMs, seen_ms AS seenMs'

export function readSignIns(store: Store, seenSinceMs: number): SignIn[] {
  return prepared<SignIn>(store, `SELECT ${COLUMNS} FROM sign_in WHERE seen_ms >= ?`).all(seenSinceMs)
}

export function writeSignIn(store: Store, { key, role, via, name, createdMs, seenMs }: SignIn): void {
  store.db.transaction(() => {
    prepared(
      store,
      'INSERT OR REPLACE INTO sign_in (key, role, via, name, created_ms, seen_ms) VALUES (?, ?, ?, ?, ?, ?)',
    ).run(key, role, via, name, createdMs, seenMs)
    prepared(
      store,
      'DELETE FROM sign_in WHERE key NOT IN (SELECT key FROM sign_in ORDER BY seen_ms DESC LIMIT ?)',
    ).run(SIGN_INS_KEPT)
  })()
}

export function removeSignIn(store: Store, key: string): void {
  prepared(store, 'DELETE FROM sign_in WHERE key = ?').run(key)
}

export function removeAllSignIns(store: Store): void {
  prepared(store, 'DELETE FROM sign_in').run()
}

export function removeSignInsUnseenSince(store: Store, beforeMs: number): void {
  prepared(store, 'DELETE FROM sign_in WHERE seen_ms < ?').run(beforeMs)
}
