'use client'

import { createContext, use } from 'react'
import type { Feed } from './feed-types'

export const FeedContext = createContext<Feed | null>(null)
export const NowContext = createContext(0)

/** Null outside of the Watch board. */
export const useOptionalFeed = (): Feed | null => use(FeedContext)

export function useFeed(): Feed {
  const feed = use(FeedContext)
  if (feed === null) throw new Error('The board stands in a WatchProvider.')
  return feed
}

/** The server's time, updated every second, never before the latest sample. */
export const useNow = (): number => use(NowContext)
