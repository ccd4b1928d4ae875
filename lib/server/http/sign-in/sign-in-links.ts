/** One-time links: 256 random bits, kept as digests, good once and for ten minutes, whatever the disk does meanwhile. */
import { MINUTE_MS } from '../../../shared/time.ts'
import { removeAllSignInCodes, takeSignInCode, writeSignInCode } from '../../../store/access/sign-in-codes.ts'
import type { Store } from '../../../store/open-store.ts'
import { digestOf, randomSecret } from './secrets.ts'

const CODE_LIVES_MS = 10 * MINUTE_MS

export class SignInLinks {
  readonly #store: Store | null
  /** Until when: made here, and used here. A used one is remembered, for a broken disk may still hold it. */
  readonly #made = new Map<string, number>()
  readonly #used = new Map<string, number>()

  constructor(store: Store | null) {
    this.#store = store
  }

  /** False with it: another process, that is the running server, cannot know of it. */
  make(nowMs: number): { readonly code: string; readonly isStored: boolean } {
    const code = randomSecret()
    const key = digestOf(code)
    this.#made.set(key, nowMs + CODE_LIVES_MS)
    return {
      code,
      isStored: this.#try((store) => writeSignInCode(store, key, nowMs + CODE_LIVES_MS)) !== null,
    }
  }

  /** True once. */
  take(code: string, nowMs: number): boolean {
    const key = digestOf(code)
    if (this.#used.has(key)) return false
    const expiresMs = this.#made.get(key)
    this.#made.delete(key)
    const stored = this.#try((store) => ({ taken: takeSignInCode(store, key, nowMs) }))
    // Taken by somebody else through the database means taken, whatever our memory says.
    const isTaken = stored?.taken ?? (expiresMs !== undefined && nowMs < expiresMs)
    if (isTaken) this.#used.set(key, nowMs + CODE_LIVES_MS)
    return isTaken
  }

  /** Takes used ones off a disk that would not let go of them before, and forgets what no longer matters. */
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
      // A full or broken disk must not keep the operator out; memory goes on without it.
      return null
    }
  }
}
