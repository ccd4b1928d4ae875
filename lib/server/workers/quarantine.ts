/**
 * Homes that crashed the collector. Steward does not read them until their files change or an operator retries, so that
 * it can read the others. A home in use changes all the time, so each further crash delays the next retry.
 */
import { homeFilesSignature } from '../../collect/database/database-facts.ts'
import { HOUR_MS, MINUTE_MS } from '../../shared/time.ts'

type Quarantined = { readonly reason: string; readonly signature: string; readonly retryAfterMs: number }
type Crashes = { readonly count: number; readonly lastMs: number }

const REST_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS] as const
/** After this long without a crash, earlier crashes no longer count. */
const FORGET_MS = 6 * HOUR_MS

export class Quarantine {
  readonly #held = new Map<string, Quarantined>()
  readonly #crashes = new Map<string, Crashes>()

  /** By path. */
  get reasons(): ReadonlyMap<string, string> {
    return new Map([...this.#held].map(([path, { reason }]) => [path, reason]))
  }

  /**
   * The collector crashed while it worked on this home. `elapsedMs` is monotonic. The first time it runs out of memory, it
   * only gets more. Returns whether the home is quarantined now.
   */
  crashed(homePath: string, cause: 'memory' | 'error', elapsedMs: number): boolean {
    const before = this.#crashes.get(homePath)
    const isRecent = before !== undefined && elapsedMs - before.lastMs < FORGET_MS
    const count = (isRecent ? before.count : 0) + 1
    this.#crashes.set(homePath, { count, lastMs: elapsedMs })
    if (cause === 'memory' && count === 1) return false
    const restMs = REST_MS[Math.min(count - 1, REST_MS.length - 1)] ?? HOUR_MS
    this.#held.set(homePath, {
      reason: REASONS[cause],
      signature: homeFilesSignature(homePath),
      retryAfterMs: elapsedMs + restMs,
    })
    return true
  }

  /** Homes to try again, because their files changed and the delay is over. */
  due(elapsedMs: number): string[] {
    return [...this.#held]
      .filter(([path, { signature, retryAfterMs }]) => {
        return elapsedMs >= retryAfterMs && homeFilesSignature(path) !== signature
      })
      .map(([path]) => path)
  }

  /** False if it was not quarantined. */
  release(homePath: string): boolean {
    return this.#held.delete(homePath)
  }
}

const REASONS = {
  memory: 'Steward ran out of memory while reading it',
  error: 'Reading it crashed the thread that reads all homes',
}
