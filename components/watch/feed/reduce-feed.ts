/** Applies a message to the feed, in the leading tab and the others alike. Pure. */
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

/** A larger step back means that the server's clock was reset, not that an older state arrived late. */
const CLOCK_RESET_MS = MINUTE_MS

/**
 * An older state is ignored. Two states of the same sample may differ by what was done since, so the later
 * one wins.
 */
const isNewer = (known: WatchState | null, next: WatchState): boolean =>
  known === null || next.seenMs >= known.seenMs || next.seenMs < known.seenMs - CLOCK_RESET_MS

/** Appends the newest step and drops those older than an hour. */
function withPoint(history: WatchHistory, { burn: { point } }: WatchState): WatchHistory {
  if (point === null || history.points.at(-1)?.atMs === point.atMs) return history
  const points = history.points.filter(({ atMs }) => atMs > point.atMs - HOUR_MS && atMs < point.atMs)
  return { ...history, points: [...points, point] }
}
