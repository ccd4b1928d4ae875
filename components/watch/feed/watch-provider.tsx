'use client'

import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { readAlertSettings } from '@/components/watch/alerts/alert-settings'
import { FeedContext, NowContext } from './feed-context'
import type { Feed } from './feed-types'
import { type InitialWatch, WatchFeed } from './watch-feed'

const TICK_MS = 1_000

/** Provides the latest state and the server's time. Rendered first with what came with the page. */
export function WatchProvider({ initial, children }: { initial: InitialWatch; children: ReactNode }) {
  const [store] = useState(() => new WatchFeed(initial, hasAlertsEnabled))
  const feed = useSyncExternalStore(store.subscribe, store.current, store.current)
  useEffect(() => store.start(), [store])
  const nowMs = useServerNow(initial.nowMs, feed)
  return (
    <FeedContext value={feed}>
      <NowContext value={nowMs}>{children}</NowContext>
    </FeedContext>
  )
}

const hasAlertsEnabled = (): boolean => {
  const { notify, sound } = readAlertSettings()
  return notify || sound
}

function useServerNow(initialMs: number, { offsetMs, state }: Feed): number {
  const [nowMs, setNow] = useState(initialMs)
  const startedAt = useRef<number | null>(null)
  useEffect(() => {
    startedAt.current ??= performance.now()
    const since = startedAt.current
    const tick = () => {
      if (document.visibilityState !== 'visible') return
      setNow(offsetMs === null ? initialMs + performance.now() - since : Date.now() + offsetMs)
    }
    tick()
    const timer = setInterval(tick, TICK_MS)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [initialMs, offsetMs])
  return Math.max(nowMs, state?.seenMs ?? 0)
}
