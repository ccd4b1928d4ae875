/**
 * One stream per browser: the tab that holds the lock receives it and passes messages on. When it closes,
 * another takes over. Without the Web Locks API (plain http to another machine), each tab opens its own
 * stream.
 */

import type { PublishMessage, WatchMessage } from './feed-types'
import { fetchWatch } from './fetch-watch'
import { openEventSource } from './open-event-source'
import { POLL_EVERY_MS, SILENCE_TIMEOUT_MS } from './timing'

type ChannelMessage = WatchMessage | { readonly kind: 'hello' }

/**
 * `fetchesFirst`: a tab that becomes visible again fetches the history it missed. Returns a function that
 * leaves.
 */
export function joinSharedStream(
  homeId: string,
  publish: PublishMessage,
  onLead: () => void,
  fetchesFirst: boolean,
): () => void {
  if (fetchesFirst) void fetchWatch(homeId, true, publish)
  if (!('locks' in navigator) || !('BroadcastChannel' in window)) {
    onLead()
    return openEventSource(homeId, publish)
  }
  const name = `steward-watch:${homeId}`
  const channel = new BroadcastChannel(name)
  const leaving = new AbortController()
  const lastMessages = new Map<string, WatchMessage>()
  let pollTimer: ReturnType<typeof setTimeout> | undefined
  let isLeader = false

  const pollAfter = (afterMs: number) => {
    clearTimeout(pollTimer)
    pollTimer = setTimeout(async () => {
      // The leading tab may be suspended, so this tab polls until it gets a message again.
      const failure = await fetchWatch(homeId, false, publish)
      if (isLeader || leaving.signal.aborted) return
      publish({ kind: 'connection', connection: failure ?? { kind: 'asking', answered: true } })
      if (failure?.kind !== 'stopped') pollAfter(POLL_EVERY_MS)
    }, afterMs)
  }
  channel.onmessage = ({ data }: MessageEvent<ChannelMessage>) => {
    if (data.kind === 'hello') {
      if (isLeader) for (const message of lastMessages.values()) channel.postMessage(message)
    } else if (!isLeader) {
      publish(data)
      pollAfter(SILENCE_TIMEOUT_MS)
    }
  }
  navigator.locks
    .request(name, { signal: leaving.signal }, () => {
      isLeader = true
      clearTimeout(pollTimer)
      onLead()
      return new Promise<void>((release) => {
        const closeStream = openEventSource(homeId, (message) => {
          if (message.kind !== 'history') lastMessages.set(message.kind, message)
          publish(message)
          channel.postMessage(message)
        })
        leaving.signal.addEventListener('abort', () => {
          closeStream()
          release()
        })
      })
    })
    // Most tabs leave before they ever get the lock.
    .catch(() => undefined)
  channel.postMessage({ kind: 'hello' } satisfies ChannelMessage)
  pollAfter(SILENCE_TIMEOUT_MS)
  return () => {
    leaving.abort()
    clearTimeout(pollTimer)
    channel.close()
  }
}
