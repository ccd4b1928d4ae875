/** How a message changes what the board knows. Pure: the same for the tab that holds the stream and those that listen. */
import type { WatchHistory, WatchState } from '@/lib/domain/watch/watch-state'
import { HOUR_MS, MINUTE_MS } from '@/lib/shared/time'
import type { Feed, WatchMessage } from './feed-types'

export function reduceFeed(feed: Feed, message: WatchMessage): Feed {
  switch (message.kind) {
    case 'state':
      return isNewer(feed.state, message.state)
        ? { ...feed, state: message.state, history: withPoint(feed.history, message.state) }
        : feed
    case 'history':
      return {
        ...feed,
        history: feed.state === null ? message.history : withPoint(message.history, feed.state),
      }
    case 'offset':
      return { ...feed, offsetMs: message.offsetMs }
    case 'connection':
      return { ...feed, connection: message.connection }
  }
}

/** A clock set back by more than this is a clock set back, not a state that was overtaken on another way. */
const CLOCK_RESET_MS = MINUTE_MS

/** One overtaken by a newer one changes nothing; of the same look, the one told last says what was done since. */
const isNewer = (known: WatchState | null, next: WatchState): boolean =>
  known === null || next.seenMs >= known.seenMs || next.seenMs < known.seenMs - CLOCK_RESET_MS

/** The hour moves along with its newest step. */
function withPoint(history: WatchHistory, { burn: { point } }: WatchState): WatchHistory {
  if (point === null || history.points.at(-1)?.atMs === point.atMs) return history
  const points = history.points.filter(({ atMs }) => atMs > point.atMs - HOUR_MS && atMs < point.atMs)
  return { ...history, points: [...points, point] }
}
