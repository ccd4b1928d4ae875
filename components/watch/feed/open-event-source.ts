/**
 * One tab's connection: the event stream and, while that is lost, a request every five seconds with
 * reconnects in between. It publishes every change of the connection, so that old numbers are never shown as
 * current.
 */
import type { WatchHistory, WatchState } from '@/lib/domain/watch/watch-state'
import type { ConnectionState, PublishMessage } from './feed-types'
import { fetchWatch, watchApiHref } from './fetch-watch'
import { FIRST_EVENT_TIMEOUT_MS, HISTORY_EVERY_MS, POLL_EVERY_MS, SILENCE_TIMEOUT_MS } from './timing'

/** If streams are blocked on the way, every third poll tries one again. */
const RECONNECT_EVERY_POLLS = 3

/** Returns a function that closes the connection. */
export function openEventSource(homeId: string, onMessage: PublishMessage): () => void {
  let source: EventSource | null = null
  let pollTimer: ReturnType<typeof setTimeout> | undefined
  let silenceTimer: ReturnType<typeof setTimeout> | undefined
  let isLive = false
  let isPolling = false
  let polls = 0
  let isClosed = false

  /** An answer may arrive after closing and is dropped. */
  const publish: PublishMessage = (message) => {
    if (!isClosed) onMessage(message)
  }
  const close = () => {
    clearTimeout(pollTimer)
    clearTimeout(silenceTimer)
    source?.close()
    source = null
    isLive = false
  }
  const publishConnection = (connection: ConnectionState) => publish({ kind: 'connection', connection })
  const startPolling = () => {
    if (isClosed) return
    close()
    publishConnection({ kind: 'asking', answered: true })
    isPolling = true
    polls = 0
    poll()
  }
  const resetSilenceTimer = (timeoutMs: number) => {
    clearTimeout(silenceTimer)
    silenceTimer = setTimeout(startPolling, timeoutMs)
  }
  const onEvent = () => {
    resetSilenceTimer(SILENCE_TIMEOUT_MS)
    if (isLive) return
    isLive = true
    isPolling = false
    clearTimeout(pollTimer)
    publishConnection({ kind: 'live' })
  }
  const connect = () => {
    source?.close()
    const opened = new EventSource(watchApiHref(homeId))
    source = opened
    // A stream that opens without an event is buffered on the way. While polling, the polls keep the board
    // current.
    if (!isPolling) resetSilenceTimer(FIRST_EVENT_TIMEOUT_MS)
    const on = (name: string, handle: (text: string) => void) =>
      opened.addEventListener(name, (event: MessageEvent<string>) => {
        if (source !== opened) return
        handle(event.data)
        onEvent()
      })
    on('beat', (text) => {
      const { nowMs }: { nowMs: number } = JSON.parse(text)
      publish({ kind: 'offset', offsetMs: nowMs - Date.now() })
    })
    on('state', (text) => {
      const state: WatchState = JSON.parse(text)
      publish({ kind: 'state', state })
    })
    on('history', (text) => {
      const history: WatchHistory = JSON.parse(text)
      publish({ kind: 'history', history })
    })
    opened.addEventListener('error', () => {
      if (source !== opened) return
      if (!isPolling) return startPolling()
      // A reconnect failed. Polling continues, and a later poll tries again.
      opened.close()
      source = null
    })
  }
  const poll = async () => {
    const failure = await fetchWatch(homeId, false, publish)
    if (isClosed || isLive) return
    if (failure?.kind === 'stopped') {
      close()
      return publishConnection(failure)
    }
    publishConnection(failure ?? { kind: 'asking', answered: true })
    if (failure === null) {
      if (polls % RECONNECT_EVERY_POLLS === 0) connect()
      polls += 1
    }
    pollTimer = setTimeout(poll, POLL_EVERY_MS)
  }

  connect()
  const history = setInterval(() => void fetchWatch(homeId, true, publish), HISTORY_EVERY_MS)
  return () => {
    isClosed = true
    clearInterval(history)
    close()
  }
}
