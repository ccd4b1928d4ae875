/**
 * The locks of this server process. They are stored on globalThis, because Next loads modules more than once and a second
 * copy would take the first one for another Steward.
 */
import type { HomeLocks } from './home-locks.ts'

const KEY = Symbol.for('hermes-steward.home-locks')

type Shared = typeof globalThis & { [KEY]?: HomeLocks }

export const sharedHomeLocks = {
  /** Once, before the app starts. */
  set(locks: HomeLocks): void {
    const shared: Shared = globalThis
    shared[KEY] = locks
  },
  /** Null if the app runs without its server. */
  get(): HomeLocks | null {
    const shared: Shared = globalThis
    return shared[KEY] ?? null
  },
}
