/**
 * Finds the role of a password. It takes the same time for every result and is rate-limited, per address and for
 * all addresses together. Correct passwords reset no limit: a viewer could use theirs to go on guessing the operator's.
 */
import { timingSafeEqual } from 'node:crypto'
import type { Role } from '../../../domain/access/actor.ts'
import { addressBlock } from '../../../domain/access/address-block.ts'
import {
  afterWrongGuess,
  budgetWaitMs,
  FULL_BUDGET,
  type GuessBudget,
} from '../../../domain/access/guess-budget.ts'
import { afterWrongTry, isForgotten, NO_TRIES, type Tries, waitMs } from '../../../domain/access/throttle.ts'
import { DAY_MS } from '../../../shared/time.ts'
import type { Credentials } from '../../settings.ts'
import { credentialHashOf, passwordSalt, slowHash } from './secrets.ts'

export type PasswordAnswer =
  | { readonly kind: 'right'; readonly role: Role; readonly credentialHash: string }
  | { readonly kind: 'wrong' }
  | Wait

type Wait = { readonly kind: 'wait'; readonly waitMs: number; readonly causedBy: WaitCause }

/** Wrong passwords from this address, wrong passwords from all of them, or too many attempts at once, right or wrong. */
export type WaitCause = 'address' | 'everyone' | 'queue'

/** Each guess needs 16 MB for a moment, so only a few are checked at once. The rest wait or are refused. */
const GUESSES_AT_ONCE = 2
const GUESSES_QUEUED = 20
const BUSY_WAIT_MS = 2_000
const ADDRESSES_KEPT = 5_000
/** Addresses that sent a correct password lately. More than a team has. */
const KNOWN_ADDRESSES_KEPT = 1_000
const KNOWN_FOR_MS = 30 * DAY_MS

export class PasswordCheck {
  readonly #salt: Buffer
  readonly #hashes: Promise<readonly { role: Role; hash: Buffer }[]>
  readonly #tries = new Map<string, Tries>()
  readonly #knownSinceMs = new Map<string, number>()
  /** Two budgets, so that strangers who guess cannot keep out the addresses that people sign in from. */
  readonly #budgets: Record<'known' | 'unknown', GuessBudget> = { known: FULL_BUDGET, unknown: FULL_BUDGET }
  readonly #queue: (() => void)[] = []
  #running = 0

  constructor({ operatorPassword, viewerPassword }: Credentials, cookieKey: string) {
    this.#salt = passwordSalt(cookieKey)
    const known = [
      { role: 'operator', password: operatorPassword },
      { role: 'viewer', password: viewerPassword },
    ] as const
    this.#hashes = Promise.all(
      known.flatMap(({ role, password }) =>
        password === null ? [] : [slowHash(password, this.#salt).then((hash) => ({ role, hash }))],
      ),
    )
  }

  /** The credential hashes of the current passwords. */
  async credentialHashes(): Promise<ReadonlySet<string>> {
    return new Set((await this.#hashes).map(({ role, hash }) => credentialHashOf(role, hash)))
  }

  async check(password: string, from: string, clock: () => number): Promise<PasswordAnswer> {
    const address = addressBlock(from)
    const wait = this.#waitOf(address, clock())
    if (wait !== null) return wait
    if (this.#queue.length >= GUESSES_QUEUED) return { kind: 'wait', waitMs: BUSY_WAIT_MS, causedBy: 'queue' }
    const given = await this.#inTurn(() => slowHash(password, this.#salt))
    // Checked again after hashing, so that simultaneous guesses cannot exceed the limits.
    const stillWait = this.#waitOf(address, clock())
    if (stillWait !== null) return stillWait
    let role: Role | null = null
    for (const known of await this.#hashes) {
      if (timingSafeEqual(given, known.hash)) role = known.role
    }
    if (role !== null) {
      this.#rememberKnown(address, clock())
      return { kind: 'right', role, credentialHash: credentialHashOf(role, given) }
    }
    this.#rememberWrong(address, clock())
    return { kind: 'wrong' }
  }

  #waitOf(address: string, nowMs: number): Wait | null {
    const own = waitMs(this.#tries.get(address) ?? NO_TRIES, nowMs)
    if (own > 0) return { kind: 'wait', waitMs: own, causedBy: 'address' }
    const shared = budgetWaitMs(this.#budgets[this.#budgetOf(address, nowMs)], nowMs)
    return shared > 0 ? { kind: 'wait', waitMs: shared, causedBy: 'everyone' } : null
  }

  #budgetOf(address: string, nowMs: number): 'known' | 'unknown' {
    return nowMs - (this.#knownSinceMs.get(address) ?? 0) < KNOWN_FOR_MS ? 'known' : 'unknown'
  }

  #rememberKnown(address: string, nowMs: number): void {
    this.#knownSinceMs.delete(address)
    this.#knownSinceMs.set(address, nowMs)
    const [oldest] = this.#knownSinceMs.keys()
    if (this.#knownSinceMs.size > KNOWN_ADDRESSES_KEPT && oldest !== undefined)
      this.#knownSinceMs.delete(oldest)
  }

  #rememberWrong(address: string, nowMs: number): void {
    const budget = this.#budgetOf(address, nowMs)
    this.#budgets[budget] = afterWrongGuess(this.#budgets[budget], nowMs)
    this.#tries.set(address, afterWrongTry(this.#tries.get(address) ?? NO_TRIES, nowMs))
    if (this.#tries.size <= ADDRESSES_KEPT) return
    for (const [known, tries] of this.#tries) {
      if (isForgotten(tries, nowMs) || this.#tries.size > ADDRESSES_KEPT) this.#tries.delete(known)
    }
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= GUESSES_AT_ONCE) await new Promise<void>((resolve) => this.#queue.push(resolve))
    this.#running += 1
    try {
      return await work()
    } finally {
      this.#running -= 1
      this.#queue.shift()?.()
    }
  }
}
