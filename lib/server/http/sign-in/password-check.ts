/** Finds the role of a password. It takes the same time for every result and is rate-limited per address. */
import { timingSafeEqual } from 'node:crypto'
import type { Role } from '../../../domain/access/actor.ts'
import { addressBlock } from '../../../domain/access/address-block.ts'
import { afterWrongTry, isForgotten, NO_TRIES, type Tries, waitMs } from '../../../domain/access/throttle.ts'
import type { Credentials } from '../../settings.ts'
import { credentialHashOf, passwordSalt, slowHash } from './secrets.ts'

export type PasswordAnswer =
  | { readonly kind: 'right'; readonly role: Role; readonly credentialHash: string }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'wait'; readonly waitMs: number }

/** Each guess needs 16 MB for a moment, so only a few are checked at once. The rest wait or are refused. */
const GUESSES_AT_ONCE = 2
const GUESSES_QUEUED = 20
const BUSY_WAIT_MS = 2_000
const ADDRESSES_KEPT = 5_000

export class PasswordCheck {
  readonly #salt: Buffer
  readonly #hashes: Promise<readonly { role: Role; hash: Buffer }[]>
  readonly #tries = new Map<string, Tries>()
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
    const waiting = waitMs(this.#tries.get(address) ?? NO_TRIES, clock())
    if (waiting > 0) return { kind: 'wait', waitMs: waiting }
    if (this.#queue.length >= GUESSES_QUEUED) return { kind: 'wait', waitMs: BUSY_WAIT_MS }
    const given = await this.#inTurn(() => slowHash(password, this.#salt))
    // Checked again after hashing, so that simultaneous guesses cannot exceed the limit.
    const stillWaiting = waitMs(this.#tries.get(address) ?? NO_TRIES, clock())
    if (stillWaiting > 0) return { kind: 'wait', waitMs: stillWaiting }
    let role: Role | null = null
    for (const known of await this.#hashes) {
      if (timingSafeEqual(given, known.hash)) role = known.role
    }
    if (role !== null) {
      this.#tries.delete(address)
      return { kind: 'right', role, credentialHash: credentialHashOf(role, given) }
    }
    this.#remember(address, clock())
    return { kind: 'wrong' }
  }

  #remember(address: string, nowMs: number): void {
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
