/**
 * The guard's context for actions. It is stored on globalThis, because the bundled app and the server share
 * only the process.
 */
import type { GuardContext } from './visit.ts'

const KEY = Symbol.for('hermes-steward.request-guard')

type Shared = typeof globalThis & { [KEY]?: GuardContext }

export const sharedGuard = {
  set(parts: GuardContext): void {
    const shared: Shared = globalThis
    shared[KEY] = parts
  },
  /** Null if the app runs without its server. */
  get(): GuardContext | null {
    const shared: Shared = globalThis
    return shared[KEY] ?? null
  },
}
