/**
 * One-time links: 256 random bits, stored as digests, valid once within ten minutes, even if the disk fails.
 */
import { MINUTE_MS } from '../../../shared/time.ts'
import { removeAllSignInCodes, takeSignInCode, writeSignInCode } from '../../../store/access/sign-in-codes.ts'
import type { Store } from '../../../store/open-store.ts'
import { digestOf, randomSecret } from './secrets.ts'

const CODE_LIVES_MS = 10 * MINUTE_MS

export class SignInLinks {
  readonly #store: Store | null
  /**
   * Expiry of links made or used here. Used ones are remembered, because a failed disk may still have them.
   */
  readonly #made = new Map<string, number>()
  readonly #used = new Map<string, number>()

  constructor(store: Store | null) {
    this.#store = store
  }

  /** `isStored` is false if the write failed, and then no other process can know the link. */
  make(nowMs: number): { readonly code: string; readonly isStored: boolean } {
    const code = randomSecret()
    const key = digestOf(code)
    this.#made.set(key, nowMs + CODE_LIVES_MS)
    return {
      code,
      isStored: this.#try((store) => writeSignInCode(store, key, nowMs + CODE_LIVES_MS)) !== null,
    }
  }

  /** True once per link. */
  take(code: string, nowMs: number): boolean {
    const key = digestOf(code)
    if (this.#used.has(key)) return false
    const expiresMs = this.#made.get(key)
    this.#made.delete(key)
    const stored = this.#try((store) => ({ taken: takeSignInCode(store, key, nowMs) }))
    // A link that another process used in the database is used, whatever this process remembers.
    const isTaken = stored?.taken ?? (expiresMs !== undefined && nowMs < expiresMs)
    if (isTaken) this.#used.set(key, nowMs + CODE_LIVES_MS)
    return isTaken
  }

  /** Retries deleting used links that the disk refused to delete, and drops expired ones. */
  sweep(nowMs: number): void {
    for (const key of this.#used.keys()) this.#try((store) => takeSignInCode(store, key, nowMs))
    for (const codes of [this.#made, this.#used])
      for (const [key, untilMs] of codes) if (untilMs <= nowMs) codes.delete(key)
  }

  endAll(): void {
    this.#made.clear()
    this.#try(removeAllSignInCodes)
  }

  #try<T>(work: (store: Store) => T): T | null {
    if (this.#store === null) return null
    try {
      return work(this.#store)
    } catch {
      // A full or broken disk must not lock the operator out. Memory is enough.
      return null
    }
  }
}
