/** What the board knows at a moment: the newest state, the hour behind it, and how it learns of new ones. */
import type { WatchHistory, WatchState } from '@/lib/domain/watch/watch-state'

/** How states arrive here. */
export type ConnectionState =
  /** The first connection is being made; what is shown came with the page. */
  | { readonly kind: 'opening' }
  | { readonly kind: 'live' }
  /** The stream is lost and we ask instead; `answered` says whether the server does. */
  | { readonly kind: 'asking'; readonly answered: boolean }
  /** Nobody sees this tab, so it listens to nothing. */
  | { readonly kind: 'hidden' }
  | { readonly kind: 'stopped'; readonly why: 'signed-out' | 'no-home' }

export type Feed = {
  readonly state: WatchState | null
  readonly history: WatchHistory
  readonly connection: ConnectionState
  /** The server's clock minus this browser's; null until the server told its own. */
  readonly offsetMs: number | null
  /** This tab holds the stream for all of them. */
  readonly isLeader: boolean
}

/** What one tab hears, and passes on to the others. */
export type WatchMessage =
  | { readonly kind: 'state'; readonly state: WatchState }
  | { readonly kind: 'history'; readonly history: WatchHistory }
  | { readonly kind: 'offset'; readonly offsetMs: number }
  | { readonly kind: 'connection'; readonly connection: ConnectionState }

export type PublishMessage = (message: WatchMessage) => void
