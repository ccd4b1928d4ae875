/**
 * One browser's event stream: the clock and the newest state at once, the hour behind it as soon as it is known, then
 * each state as it comes, and a beat while nothing does. Nothing piles up: whoever does not read in time loses the stream, and gets
 * everything fresh when they come back.
 */
import { SECOND_MS } from '../../../shared/time.ts'
import type { Watched, WatchHub } from '../../workers/watch-hub.ts'
import { writeEvent, writeRetry } from './watch-events.ts'

const BEAT_EVERY_MS = 15 * SECOND_MS
const COME_BACK_AFTER_MS = 3 * SECOND_MS
/** What opens a stream, and half a minute of states. */
const MOST_WAITING = 10
/** Each costs a socket; beyond this a board asks every five seconds instead. */
const MOST_STREAMS = 1_000

type Options = {
  readonly beatEveryMs?: number
  readonly clock?: () => number
  /** Aborted when the browser goes. Whoever goes before the first byte is never told to the stream itself. */
  readonly signal?: AbortSignal
}

/** Null: there are as many streams as this server holds. */
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
          // The board asks for it again in a few minutes.
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
