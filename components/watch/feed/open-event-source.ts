/**
 * One tab's line to the server: the event stream, and while that is lost a question every five seconds, with the
 * stream tried again in between. Says every change of how it stands, so that nobody takes an old number for a new one.
 */
import type { WatchHistory, WatchState } from '@/lib/domain/watch/watch-state'
import type { Link, Say } from './feed-types'
import { askWatch, watchAddress } from './fetch-watch'
import { ASK_EVERY_MS, HISTORY_EVERY_MS, MUTE_MS, SILENT_MS } from './timing'

/** Where streams are broken on the way, every third question tries one again. */
const TRY_EVERY = 3

/** Returns how to hang up. */
export function openEventSource(homeId: string, tellAll: Say): () => void {
  let source: EventSource | null = null
  let asking: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  let isLive = false
  let isAsking = false
  let asked = 0
  let isOver = false

  /** An answer may come after we hung up; nobody is there to hear it. */
  const say: Say = (message) => {
    if (!isOver) tellAll(message)
  }
  const hangUp = () => {
    clearTimeout(asking)
    clearTimeout(silence)
    source?.close()
    source = null
    isLive = false
  }
  const tell = (link: Link) => say({ kind: 'link', link })
  const lose = () => {
    if (isOver) return
    hangUp()
    tell({ kind: 'asking', answered: true })
    isAsking = true
    asked = 0
    ask()
  }
  const listen = (patienceMs: number) => {
    clearTimeout(silence)
    silence = setTimeout(lose, patienceMs)
  }
  const heard = () => {
    listen(SILENT_MS)
    if (isLive) return
    isLive = true
    isAsking = false
    clearTimeout(asking)
    tell({ kind: 'live' })
  }
  const connect = () => {
    source?.close()
    const opened = new EventSource(watchAddress(homeId))
    source = opened
    // A stream that opens and stays mute is held back on the way. While we ask, the questions carry the board.
    if (!isAsking) listen(MUTE_MS)
    const on = (name: string, take: (text: string) => void) =>
      opened.addEventListener(name, (event: MessageEvent<string>) => {
        if (source !== opened) return
        take(event.data)
        heard()
      })
    on('beat', (text) => {
      const { nowMs }: { nowMs: number } = JSON.parse(text)
      say({ kind: 'offset', offsetMs: nowMs - Date.now() })
    })
    on('state', (text) => {
      const state: WatchState = JSON.parse(text)
      say({ kind: 'state', state })
    })
    on('history', (text) => {
      const history: WatchHistory = JSON.parse(text)
      say({ kind: 'history', history })
    })
    opened.addEventListener('error', () => {
      if (source !== opened) return
      if (!isAsking) return lose()
      // Tried in between and failed: the questions go on, the next try comes with one of them.
      opened.close()
      source = null
    })
  }
  const ask = async () => {
    const trouble = await askWatch(homeId, false, say)
    if (isOver || isLive) return
    if (trouble?.kind === 'stopped') {
      hangUp()
      return tell(trouble)
    }
    tell(trouble ?? { kind: 'asking', answered: true })
    if (trouble === null) {
      if (asked % TRY_EVERY === 0) connect()
      asked += 1
    }
    asking = setTimeout(ask, ASK_EVERY_MS)
  }

  connect()
  const history = setInterval(() => void askWatch(homeId, true, say), HISTORY_EVERY_MS)
  return () => {
    isOver = true
    clearInterval(history)
    hangUp()
  }
}
