/**
 * The only hub of this server process. It is stored on globalThis, because Next loads modules more than
 * once.
 */
import { getCollector } from './get-collector.ts'
import { WatchHub } from './watch-hub.ts'

const KEY = Symbol.for('hermes-steward.watch-hub')

type Shared = typeof globalThis & { [KEY]?: WatchHub }

export function getWatchHub(): WatchHub {
  const shared: Shared = globalThis
  shared[KEY] ??= makeHub()
  return shared[KEY]
}

function makeHub(): WatchHub {
  const collector = getCollector()
  return new WatchHub({
    onWatch: (listener) => collector.onWatch(listener),
    readWatch: async (homeId) => (await collector.query(homeId, 'watch', null))?.answer ?? null,
  })
}
