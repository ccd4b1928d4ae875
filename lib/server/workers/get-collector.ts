/** The one collector of this server process. Next loads modules more than once; the process is what they share. */

import { getSettings } from '../get-settings.ts'
import { Collector } from './collector.ts'

const KEY = Symbol.for('hermes-steward.collector')

type Shared = typeof globalThis & { [KEY]?: Collector }

/** For pages and GET routes: what they get can read and cannot send a command. */
export function getCollector(): Omit<Collector, 'command' | 'commandStore'> {
  return sharedCollector()
}

/** For actions and POST routes, behind their check of who may. ESLint keeps pages from importing it. */
export function getCommands(): Pick<Collector, 'command' | 'commandStore'> {
  return sharedCollector()
}

function sharedCollector(): Collector {
  const shared: Shared = globalThis
  shared[KEY] ??= new Collector(getSettings())
  return shared[KEY]
}
