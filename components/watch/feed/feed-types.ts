/** What the Watch board knows: the latest state, the last hour, and how it is connected. */
import type { WatchHistory, WatchState } from '@/lib/domain/watch/watch-state'

/** How states arrive. */
export type ConnectionState =
  /** Connecting for the first time. What is shown came with the page. */
  | { readonly kind: 'opening' }
  | { readonly kind: 'live' }
  /** The stream is lost and the page polls. `answered` is true if the server responds. */
  | { readonly kind: 'asking'; readonly answered: boolean }
  /** The tab is hidden and disconnected. */
  | { readonly kind: 'hidden' }
  | { readonly kind: 'stopped'; readonly why: 'signed-out' | 'no-home' }

export type Feed = {
  readonly state: WatchState | null
  readonly history: WatchHistory
  readonly connection: ConnectionState
  /** The server's clock minus the browser's; null until the server sent its time. */
  readonly offsetMs: number | null
  /** This tab holds the stream for all tabs. */
  readonly isLeader: boolean
}

/** What the leading tab receives and passes on to the others. */
export type WatchMessage =
  | { readonly kind: 'state'; readonly state: WatchState }
  | { readonly kind: 'history'; readonly history: WatchHistory }
  | { readonly kind: 'offset'; readonly offsetMs: number }
  | { readonly kind: 'connection'; readonly connection: ConnectionState }

export type PublishMessage = (message: WatchMessage) => void
