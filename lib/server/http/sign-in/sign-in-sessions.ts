/**
 * Tracks who is signed in, in memory and in our database. On a full disk, signing in still works but does not
 * survive a restart.
 */
import type { Role } from '../../../domain/access/actor.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/time.ts'
import {
  readSignIns,
  removeAllSignIns,
  removeSignIn,
  SIGN_INS_KEPT,
  type SignIn,
  writeSignIn,
} from '../../../store/access/sign-ins.ts'
import type { Store } from '../../../store/open-store.ts'
import { LiveResponses } from '../guard/live-responses.ts'
import { digestOf, randomSecret } from './secrets.ts'
import { SignInLinks } from './sign-in-links.ts'

const IDLE_LIMIT_MS = 12 * HOUR_MS
/** However active. A stolen cookie must not work forever. */
const AGE_LIMIT_MS = 30 * DAY_MS
/** Written at most once a minute to spare the disk. A minute does not matter for a limit of twelve hours. */
const SEEN_STEP_MS = MINUTE_MS

type Options = {
  /** The credential hashes of the current passwords. A sign-in with any other hash has ended. */
  readonly credentialHashes?: ReadonlySet<string>
  /** Called if the end of a sign-in could not be stored. It must not come back at the next start. */
  readonly onUnwritten?: () => void
}

/** How a user signed in: by link, or by password with its credential hash. */
export type SignInMethod =
  | { readonly via: 'link' }
  | { readonly via: 'password'; readonly credentialHash: string }

export class SignInSessions {
  readonly links: SignInLinks
  readonly answers = new LiveResponses()
  readonly #store: Store | null
  readonly #signIns = new Map<string, SignIn>()
  readonly #onUnwritten: () => void

  constructor(
    store: Store | null,
    nowMs: number,
    { credentialHashes = new Set(), onUnwritten = () => {} }: Options = {},
  ) {
    this.#store = store
    this.#onUnwritten = onUnwritten
    this.links = new SignInLinks(store)
    for (const signIn of this.#try(readSignIns) ?? []) this.#signIns.set(signIn.key, signIn)
    for (const { key, via, credentialHash } of [...this.#signIns.values()])
      if (via === 'password' && !credentialHashes.has(credentialHash)) this.#end(key)
    this.sweep(nowMs)
  }

  /**
   * Returns the secret for the cookie. Ends the browser's previous sign-in, which prevents session fixation.
   */
  signIn(
    role: Role,
    by: SignInMethod,
    nowMs: number,
    formerSecret: string | null,
  ): { secret: string; signIn: SignIn } {
    if (formerSecret !== null) this.signOut(formerSecret)
    const secret = randomSecret()
    const key = digestOf(secret)
    const signIn: SignIn = {
      key,
      role,
      via: by.via,
      name: `${role}-${key.slice(0, 6)}`,
      createdMs: nowMs,
      seenMs: nowMs,
      credentialHash: by.via === 'password' ? by.credentialHash : '',
    }
    this.#signIns.set(key, signIn)
    this.#try((store) => writeSignIn(store, signIn))
    this.#endOverMany()
    return { secret, signIn }
  }

  find(secret: string, nowMs: number): SignIn | null {
    const key = digestOf(secret)
    const signIn = this.#signIns.get(key)
    if (signIn === undefined) return null
    if (isOver(signIn, nowMs)) {
      this.#end(key)
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
    if (this.#signIns.has(key)) this.#end(key)
  }

  /** Unused links could still sign in, so they end with the rest. */
  signOutEverywhere(): number {
    const keys = [...this.#signIns.keys()]
    this.#signIns.clear()
    this.links.endAll()
    this.#remove(removeAllSignIns)
    for (const key of keys) this.answers.end(key)
    return keys.length
  }

  /** Runs periodically. Ends idle and old sign-ins and their open streams. */
  sweep(nowMs: number): void {
    for (const signIn of [...this.#signIns.values()]) if (isOver(signIn, nowMs)) this.#end(signIn.key)
    this.#endOverMany()
    this.links.sweep(nowMs)
  }

  /** By role, so that viewers cannot end the sign-ins of operators. */
  #endOverMany(): void {
    for (const role of ['viewer', 'operator'] as const) {
      const longestUnseen = [...this.#signIns.values()]
        .filter((signIn) => signIn.role === role)
        .sort((a, b) => a.seenMs - b.seenMs)
      for (const { key } of longestUnseen.slice(0, Math.max(0, longestUnseen.length - SIGN_INS_KEPT)))
        this.#end(key)
    }
  }

  #end(key: string): void {
    this.#signIns.delete(key)
    this.#remove((store) => removeSignIn(store, key))
    this.answers.end(key)
  }

  #remove(work: (store: Store) => void): void {
    if (this.#store !== null && this.#try(work) === null) this.#onUnwritten()
  }

  /** Null if the disk failed. */
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

const isOver = ({ createdMs, seenMs }: SignIn, nowMs: number): boolean =>
  nowMs - seenMs > IDLE_LIMIT_MS || nowMs - createdMs > AGE_LIMIT_MS
