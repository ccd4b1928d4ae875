'use client'

import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { readAlerts } from '@/components/watch/alerts/alert-settings'
import { FeedContext, NowContext } from './feed-context'
import type { Feed } from './feed-types'
import { type Painted, WatchFeed } from './watch-feed'

const TICK_MS = 1_000

/** Everything below knows the newest state, and the server's clock. Painted first with what came with the page. */
export function WatchProvider({ painted, children }: { painted: Painted; children: ReactNode }) {
  const [store] = useState(() => new WatchFeed(painted, wantsToBeTold))
  const feed = useSyncExternalStore(store.subscribe, store.current, store.current)
  useEffect(() => store.start(), [store])
  const nowMs = useServerNow(painted.nowMs, feed)
  return (
    <FeedContext value={feed}>
      <NowContext value={nowMs}>{children}</NowContext>
    </FeedContext>
  )
}

const wantsToBeTold = (): boolean => {
  const { notify, sound } = readAlerts()
  return notify || sound
}

function useServerNow(paintedMs: number, { offsetMs, state }: Feed): number {
  const [nowMs, setNow] = useState(paintedMs)
  const startedAt = useRef<number | null>(null)
  useEffect(() => {
    startedAt.current ??= performance.now()
    const since = startedAt.current
    const tick = () => {
      if (document.visibilityState !== 'visible') return
      setNow(offsetMs === null ? paintedMs + performance.now() - since : Date.now() + offsetMs)
    }
    tick()
    const timer = setInterval(tick, TICK_MS)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [paintedMs, offsetMs])
  return Math.max(nowMs, state?.seenMs ?? 0)
}
