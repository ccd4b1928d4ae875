/** The state of the Watch board as an external store. It is connected only while the page is visible. */
import type { WatchHistory, WatchState } from '@/lib/domain/watch/watch-state'
import type { Feed, PublishMessage } from './feed-types'
import { reduceFeed } from './reduce-feed'
import { POLL_EVERY_MS } from './timing'

export type InitialWatch = {
  readonly homeId: string
  readonly nowMs: number
  readonly state: WatchState | null
  readonly history: WatchHistory
}

export class WatchFeed {
  readonly #homeId: string
  readonly #listeners = new Set<() => void>()
  readonly #listensWhenHidden: () => boolean
  #feed: Feed
  #leave: (() => void) | null = null

  /** `listensWhenHidden`: alerts are enabled, so it stays connected while the page is hidden. */
  constructor({ homeId, state, history }: InitialWatch, listensWhenHidden: () => boolean) {
    this.#homeId = homeId
    this.#listensWhenHidden = listensWhenHidden
    this.#feed = { state, history, connection: { kind: 'opening' }, offsetMs: null, isLeader: false }
  }

  readonly current = (): Feed => this.#feed

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Connects, and returns a function that disconnects. */
  start(): () => void {
    const onVisibility = () => {
      if (document.visibilityState === 'visible') this.#resume()
      else if (!this.#listensWhenHidden()) this.#pause()
    }
    const onHide = () => this.#pause()
    document.addEventListener('visibilitychange', onVisibility)
    // A page in the back-forward cache must not hold a connection.
    window.addEventListener('pagehide', onHide)
    window.addEventListener('pageshow', onVisibility)
    if (document.visibilityState === 'visible' || this.#listensWhenHidden()) this.#join(false)
    else this.#set({ ...this.#feed, connection: { kind: 'hidden' } })
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
    this.#set({ ...this.#feed, connection: { kind: 'opening' } })
    this.#join(true)
  }

  #pause(): void {
    if (this.#leave === null) return
    this.#leave()
    this.#leave = null
    this.#set({ ...this.#feed, connection: { kind: 'hidden' }, isLeader: false })
  }

  /** Loaded after the first paint, because nothing here is needed to render the board. */
  #join(fetchesFirst: boolean): void {
    let isOver = false
    let leave: (() => void) | null = null
    const join = async () => {
      try {
        const { joinSharedStream } = await import('./share-stream')
        if (isOver) return
        leave = joinSharedStream(
          this.#homeId,
          this.#publish,
          () => this.#set({ ...this.#feed, isLeader: true }),
          fetchesFirst,
        )
      } catch {
        // The server stopped before this script loaded: report it and retry.
        if (isOver) return
        this.#set({ ...this.#feed, connection: { kind: 'asking', answered: false } })
        setTimeout(join, POLL_EVERY_MS)
      }
    }
    this.#leave = () => {
      isOver = true
      leave?.()
    }
    void join()
  }

  readonly #publish: PublishMessage = (message) => this.#set(reduceFeed(this.#feed, message))

  #set(feed: Feed): void {
    if (feed === this.#feed) return
    this.#feed = feed
    for (const listener of this.#listeners) listener()
  }
}
