/** One-time codes of sign-in links, stored as digests. Using one deletes it. */
import type { Store } from '../open-store.ts'
import { prepared } from '../prepared.ts'

export function writeSignInCode(store: Store, key: string, expiresMs: number): void {
  prepared(store, 'INSERT INTO sign_in_code (key, expires_ms) VALUES (?, ?)').run(key, expiresMs)
}

/** True once, for a code that has not expired. Also deletes expired codes. */
export function takeSignInCode(store: Store, key: string, nowMs: number): boolean {
  return store.db.transaction(() => {
    prepared(store, 'DELETE FROM sign_in_code WHERE expires_ms <= ?').run(nowMs)
    return prepared(store, 'DELETE FROM sign_in_code WHERE key = ?').run(key).changes === 1
  })()
}

export function removeAllSignInCodes(store: Store): void {
  prepared(store, 'DELETE FROM sign_in_code').run()
}
