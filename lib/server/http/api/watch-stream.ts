/**
 * One browser's event stream: the clock and the newest state first, then the last hour, then each new state,
 * with a heartbeat in between. A client that does not read in time is disconnected and gets everything again
 * when it reconnects, so nothing piles up.
 */
import { SECOND_MS } from '../../../shared/time.ts'
import { writeEvent, writeRetry } from '../../watch-events.ts'
import type { Watched, WatchHub } from '../../workers/watch-hub.ts'

const BEAT_EVERY_MS = 15 * SECOND_MS
const COME_BACK_AFTER_MS = 3 * SECOND_MS
/** The opening events and half a minute of states. */
const MOST_WAITING = 10
/** Each stream costs a socket. Beyond this limit, a page polls every five seconds instead. */
const MOST_STREAMS = 1_000

type Options = {
  readonly beatEveryMs?: number
  readonly clock?: () => number
  /** Aborted when the browser disconnects. A stream is not notified if that happens before the first byte. */
  readonly signal?: AbortSignal
}

/** Null if the server has reached its stream limit. */
export function openWatchStream(
  hub: WatchHub,
  homeId: string,
  opened: Watched,
  { beatEveryMs = BEAT_EVERY_MS, clock = Date.now, signal }: Options = {},
): ReadableStream<Uint8Array<ArrayBuffer>> | null {
  if (hub.watching >= MOST_STREAMS) return null
  let leave = () => {}
  let isOpen = true
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start(controller) {
        const send = (bytes: Uint8Array<ArrayBuffer>) => {
          if ((controller.desiredSize ?? 0) > 0) return controller.enqueue(bytes)
          leave()
          controller.close()
        }
        const beat = () => send(writeEvent('beat', { nowMs: clock() }))
        const unsubscribe = hub.subscribe(homeId, (_, written) => send(written))
        const timer = setInterval(beat, beatEveryMs)
        timer.unref()
        leave = () => {
          isOpen = false
          unsubscribe()
          clearInterval(timer)
        }
        send(writeRetry(COME_BACK_AFTER_MS))
        beat()
        const newest = hub.written(homeId)
        if (newest !== null) send(newest)
        opened.whole.then(
          (whole) => {
            if (isOpen && whole !== null) send(whole.writtenHistory)
          },
          // The hub logs it, and the page requests it again within minutes.
          () => undefined,
        )
      },
      cancel: () => leave(),
    },
    new CountQueuingStrategy({ highWaterMark: MOST_WAITING }),
  )
  if (signal?.aborted === true) leave()
  else signal?.addEventListener('abort', leave, { once: true })
  return stream
}
