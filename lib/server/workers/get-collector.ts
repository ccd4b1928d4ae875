/**
 * The only collector of this server process. It is stored on globalThis, because Next loads modules more
 * than once.
 */

import { getSettings } from '../get-settings.ts'
import { Collector } from './collector.ts'
import { sharedHomeLocks } from './shared-home-locks.ts'

const KEY = Symbol.for('hermes-steward.collector')

type Shared = typeof globalThis & { [KEY]?: Collector }

/** For pages and GET routes. It can read but not send commands. */
export function getCollector(): Omit<Collector, 'command' | 'commandStore' | 'retryHome'> {
  return sharedCollector()
}

/** For actions and POST routes, after their permission check. ESLint keeps pages from importing it. */
export function getCommands(): Pick<Collector, 'command' | 'commandStore' | 'retryHome'> {
  return sharedCollector()
}

function sharedCollector(): Collector {
  const shared: Shared = globalThis
  shared[KEY] ??= new Collector(getSettings(), { locks: sharedHomeLocks.get() })
  return shared[KEY]
}
