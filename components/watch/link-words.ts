/** How old the picture is and how it is kept, said so that nobody takes an old number for a new one. */
import { formatFresh } from '@/lib/shared/span'
import type { Feed } from './feed/feed-types'
import { POLL_EVERY_MS } from './feed/timing'

export type ConnectionStatus = { readonly tone: 'live' | 'waiting' | 'lost'; readonly text: string }

/** Looks missed in a row after which "live" would be a lie. */
const MAX_MISSED_SAMPLES = 3

export function connectionStatus(
  { state, connection }: Pick<Feed, 'state' | 'connection'>,
  nowMs: number,
): ConnectionStatus {
  if (connection.kind === 'stopped')
    return {
      tone: 'lost',
      text:
        connection.why === 'signed-out' ? 'Stopped: signed out' : 'Stopped: this home is not there any more',
    }
  if (state === null) return { tone: 'waiting', text: 'Waiting for the first look' }
  const ageMs = Math.max(0, nowMs - state.seenMs)
  const age = formatFresh(ageMs)
  const every = `asking every ${POLL_EVERY_MS / 1_000} s`
  if (connection.kind === 'asking')
    return {
      tone: 'lost',
      text: connection.answered
        ? `Stream lost, last look ${age} ago, ${every}`
        : `No answer, last look ${age} ago, ${every}`,
    }
  if (state.pausedMs !== null) return { tone: 'waiting', text: `Reads paused, last look ${age} ago` }
  if (connection.kind === 'hidden')
    return { tone: 'waiting', text: `Paused while hidden, last look ${age} ago` }
  if (ageMs > MAX_MISSED_SAMPLES * state.everyMs) return { tone: 'waiting', text: `No new look for ${age}` }
  return connection.kind === 'live'
    ? { tone: 'live', text: `Live, ${age} old` }
    : { tone: 'waiting', text: `Seen ${age} ago` }
}
