/**
 * Knows who is signed in. Memory answers, our database remembers: on a full disk people still get in, they are only
 * forgotten at the next restart.
 */
import type { Role } from '../../domain/actor.ts'
import { HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import type { Store } from '../../store/open-store.ts'
import { takeSignInCode, writeSignInCode } from '../../store/sign-in-codes.ts'
import {
  readSignIns,
  removeAllSignIns,
  removeSignIn,
  removeSignInsUnseenSince,
  type SignIn,
  writeSignIn,
} from '../../store/sign-ins.ts'
import { digestOf, randomSecret } from './secrets.ts'

const IDLE_LIMIT_MS = 12 * HOUR_MS
const CODE_LIVES_MS = 10 * MINUTE_MS
/** Writing at every request would wear the disk; a minute more or less of twelve hours does not matter. */
const SEEN_STEP_MS = MINUTE_MS

export class SignInDesk {
  readonly #store: Store | null
  readonly #signIns: Map<string, SignIn>
  readonly #codes = new Map<string, number>()

  constructor(store: Store | null, nowMs: number) {
    this.#store = store
    const known = this.#try((kept) => {
      removeSignInsUnseenSince(kept, nowMs - IDLE_LIMIT_MS)
      return readSignIns(kept, nowMs - IDLE_LIMIT_MS)
    })
    this.#signIns = new Map((known ?? []).map((signIn) => [signIn.key, signIn]))
  }

  /** The secret for the cookie. The sign-in the browser came with, if any, ends: nobody keeps an id from before. */
  signIn(
    role: Role,
    via: SignIn['via'],
    nowMs: number,
    formerSecret: string | null,
  ): { secret: string; signIn: SignIn } {
    if (formerSecret !== null) this.signOut(formerSecret)
    const secret = randomSecret()
    const key = digestOf(secret)
    const signIn: SignIn = {
      key,
      role,
      via,
      name: `${role}-${key.slice(0, 6)}`,
      createdMs: nowMs,
      seenMs: nowMs,
    }
    this.#signIns.set(key, signIn)
    this.#try((store) => writeSignIn(store, signIn))
    return { secret, signIn }
  }

  find(secret: string, nowMs: number): SignIn | null {
    const key = digestOf(secret)
    const signIn = this.#signIns.get(key)
    if (signIn === undefined) return null
    if (nowMs - signIn.seenMs > IDLE_LIMIT_MS) {
      this.signOut(secret)
      return null
    }
    if (nowMs - signIn.seenMs < SEEN_STEP_MS) return signIn
    const seen = { ...signIn, seenMs: nowMs }
    this.#signIns.set(key, seen)
    this.#try((store) => writeSignIn(store, seen))
    return seen
  }

  signOut(secret: string): void {
    const key = digestOf(secret)
    this.#signIns.delete(key)
    this.#try((store) => removeSignIn(store, key))
  }

  signOutEverywhere(): number {
    const count = this.#signIns.size
    this.#signIns.clear()
    this.#try(removeAllSignIns)
    return count
  }

  /** A code for a sign-in link: single use, ten minutes. */
  makeCode(nowMs: number): string {
    const code = randomSecret()
    const key = digestOf(code)
    this.#codes.set(key, nowMs + CODE_LIVES_MS)
    this.#try((store) => writeSignInCode(store, key, nowMs + CODE_LIVES_MS))
    return code
  }

  takeCode(code: string, nowMs: number): boolean {
    const key = digestOf(code)
    const expiresMs = this.#codes.get(key)
    this.#codes.delete(key)
    const stored = this.#try((store) => takeSignInCode(store, key, nowMs))
    // Taken by somebody else through the database means taken, whatever our memory says.
    return stored ?? (expiresMs !== undefined && nowMs < expiresMs)
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
