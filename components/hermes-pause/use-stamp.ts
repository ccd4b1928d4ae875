'use client'

import { useCallback, useSyncExternalStore } from 'react'
import { MINUTE_MS } from '@/lib/shared/time'
import { type Stamp, stampWords } from './words'

/** Times in the viewer's time zone. The server does not know it and renders UTC. */
export function useStamp(nowMs: number): Stamp {
  const isInBrowser = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
  return useCallback(
    (atMs) => {
      const toLocal = (ms: number) => (isInBrowser ? ms - new Date(ms).getTimezoneOffset() * MINUTE_MS : ms)
      return stampWords(toLocal(atMs), toLocal(nowMs))
    },
    [isInBrowser, nowMs],
  )
}

const subscribeToNothing = () => () => {}
