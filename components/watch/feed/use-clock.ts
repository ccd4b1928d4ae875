'use client'

import { useCallback, useSyncExternalStore } from 'react'
import { timeWords } from '@/components/ui/format-utc'
import { MINUTE_MS } from '@/lib/shared/time'

export type Clock = (atMs: number, show?: 'second' | 'minute') => string

/** Times in the viewer's time zone. The server does not know it and renders UTC. */
export function useClock(): Clock {
  const isInBrowser = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
  return useCallback(
    (atMs, show = 'second') => {
      const offsetMs = isInBrowser ? -new Date(atMs).getTimezoneOffset() * MINUTE_MS : 0
      const words = timeWords(atMs + offsetMs)
      return show === 'minute' ? words.slice(0, 5) : words
    },
    [isInBrowser],
  )
}

const subscribeToNothing = () => () => {}
