/** The one collector of this server process. Next loads modules more than once; the process is what they share. */

import { getSettings } from '../get-settings.ts'
import { Collector } from './collector.ts'

const KEY = Symbol.for('hermes-steward.collector')

type Shared = typeof globalThis & { [KEY]?: Collector }

export function getCollector(): Collector {
  const shared: Shared = globalThis
  shared[KEY] ??= new Collector(getSettings())
  return shared[KEY]
}
