'use client'

import { createContext, use } from 'react'
import type { Feed } from './feed-types'

export const FeedContext = createContext<Feed | null>(null)
export const NowContext = createContext(0)

/** Null outside of the board. */
export const useOptionalFeed = (): Feed | null => use(FeedContext)

export function useFeed(): Feed {
  const feed = use(FeedContext)
  if (feed === null) throw new Error('The board stands in a WatchProvider.')
  return feed
}

/** By the server's clock, once a second, never before the newest look. */
export const useNow = (): number => use(NowContext)
