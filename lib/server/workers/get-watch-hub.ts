/** The one hub of this server process. Next loads modules more than once; the process is what they share. */
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
