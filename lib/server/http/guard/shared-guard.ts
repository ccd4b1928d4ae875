/** The server's door, for the actions that need it: the bundled app and the server around it share only the process. */
import type { DoorParts } from './request-guard.ts'

const KEY = Symbol.for('hermes-steward.door-parts')

type Shared = typeof globalThis & { [KEY]?: DoorParts }

export const sharedDoor = {
  set(parts: DoorParts): void {
    const shared: Shared = globalThis
    shared[KEY] = parts
  },
  /** Null where the app runs without its server. */
  get(): DoorParts | null {
    const shared: Shared = globalThis
    return shared[KEY] ?? null
  },
}
