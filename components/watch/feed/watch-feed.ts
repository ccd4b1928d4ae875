/** What the board knows, as a store a page can subscribe to. It listens only while somebody sees the page. */
import type { WatchHistory, WatchState } from '@/lib/domain/watch/watch-state'
import type { Feed, Say } from './feed-types'
import { foldFeed } from './reduce-feed'
import { ASK_EVERY_MS } from './timing'

export type Painted = {
  readonly homeId: string
  readonly nowMs: number
  readonly state: WatchState | null
  readonly history: WatchHistory
}

export class WatchFeed {
  readonly #homeId: string
  readonly #listeners = new Set<() => void>()
  readonly #keepsListening: () => boolean
  #feed: Feed
  #leave: (() => void) | null = null

  /** `keepsListening`: somebody wants to be told even while nobody looks. */
  constructor({ homeId, state, history }: Painted, keepsListening: () => boolean) {
    this.#homeId = homeId
    this.#keepsListening = keepsListening
    this.#feed = { state, history, link: { kind: 'opening' }, offsetMs: null, leads: false }
  }

  readonly current = (): Feed => this.#feed

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Begins to listen; what it returns ends it. */
  start(): () => void {
    const onVisibility = () => {
      if (document.visibilityState === 'visible') this.#resume()
      else if (!this.#keepsListening()) this.#pause()
    }
    const onHide = () => this.#pause()
    document.addEventListener('visibilitychange', onVisibility)
    // A page kept for the way back must not hold a connection.
    window.addEventListener('pagehide', onHide)
    window.addEventListener('pageshow', onVisibility)
    if (document.visibilityState === 'visible' || this.#keepsListening()) this.#join(false)
    else this.#set({ ...this.#feed, link: { kind: 'hidden' } })
    return () => {
      document.removeEventListener('visibilitychange', onVisibility)
      window.removeEventListener('pagehide', onHide)
      window.removeEventListener('pageshow', onVisibility)
      this.#leave?.()
      this.#leave = null
    }
  }

  #resume(): void {
    if (this.#leave !== null) return
    this.#set({ ...this.#feed, link: { kind: 'opening' } })
    this.#join(true)
  }

  #pause(): void {
    if (this.#leave === null) return
    this.#leave()
    this.#leave = null
    this.#set({ ...this.#feed, link: { kind: 'hidden' }, leads: false })
  }

  /** What listens comes after the first paint; nothing of it is needed to show the board. */
  #join(asksFirst: boolean): void {
    let isOver = false
    let leave: (() => void) | null = null
    const join = async () => {
      try {
        const { joinTabs } = await import('./share-stream')
        if (isOver) return
        leave = joinTabs(this.#homeId, this.#say, () => this.#set({ ...this.#feed, leads: true }), asksFirst)
      } catch {
        // The server went between the page and its scripts: said, and tried again.
        if (isOver) return
        this.#set({ ...this.#feed, link: { kind: 'asking', answered: false } })
        setTimeout(join, ASK_EVERY_MS)
      }
    }
    this.#leave = () => {
      isOver = true
      leave?.()
    }
    void join()
  }

  readonly #say: Say = (message) => this.#set(foldFeed(this.#feed, message))

  #set(feed: Feed): void {
    if (feed === this.#feed) return
    this.#feed = feed
    for (const listener of this.#listeners) listener()
  }
}
