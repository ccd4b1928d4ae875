/**
 * One stream per browser: the tab that gets the lock holds it and passes on what it hears; the others listen, and the
 * next one takes over when it goes. Where the browser has no locks (a plain http address that is not this machine),
 * each tab holds a stream of its own.
 */

import type { Say, WatchMessage } from './feed-types'
import { askWatch } from './fetch-watch'
import { openEventSource } from './open-event-source'
import { ASK_EVERY_MS, SILENT_MS } from './timing'

type Passed = WatchMessage | { readonly kind: 'hello' }

/** `asksFirst`: a tab that comes back asks for the hour that went on without it. Returns how to leave. */
export function joinTabs(homeId: string, say: Say, onLead: () => void, asksFirst: boolean): () => void {
  if (asksFirst) void askWatch(homeId, true, say)
  if (!('locks' in navigator) || !('BroadcastChannel' in window)) {
    onLead()
    return openEventSource(homeId, say)
  }
  const name = `steward-watch:${homeId}`
  const channel = new BroadcastChannel(name)
  const leaving = new AbortController()
  const told = new Map<string, WatchMessage>()
  let silence: ReturnType<typeof setTimeout> | undefined
  let leads = false

  const listen = (afterMs: number) => {
    clearTimeout(silence)
    silence = setTimeout(async () => {
      // The tab that leads may be asleep: ask for ourselves until it speaks again.
      const trouble = await askWatch(homeId, false, say)
      if (leads || leaving.signal.aborted) return
      say({ kind: 'link', link: trouble ?? { kind: 'asking', answered: true } })
      if (trouble?.kind !== 'stopped') listen(ASK_EVERY_MS)
    }, afterMs)
  }
  channel.onmessage = ({ data }: MessageEvent<Passed>) => {
    if (data.kind === 'hello') {
      if (leads) for (const message of told.values()) channel.postMessage(message)
    } else if (!leads) {
      say(data)
      listen(SILENT_MS)
    }
  }
  navigator.locks
    .request(name, { signal: leaving.signal }, () => {
      leads = true
      clearTimeout(silence)
      onLead()
      return new Promise<void>((release) => {
        const hangUp = openEventSource(homeId, (message) => {
          if (message.kind !== 'history') told.set(message.kind, message)
          say(message)
          channel.postMessage(message)
        })
        leaving.signal.addEventListener('abort', () => {
          hangUp()
          release()
        })
      })
    })
    // Leaving before the lock was ours is how most tabs go.
    .catch(() => undefined)
  channel.postMessage({ kind: 'hello' } satisfies Passed)
  listen(SILENT_MS)
  return () => {
    leaving.abort()
    clearTimeout(silence)
    channel.close()
  }
}
