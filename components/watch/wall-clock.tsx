'use client'

import { useNow } from './feed/feed-context'
import { useClock } from './feed/use-clock'

export function WallClock() {
  return <p className="text-card font-strong">{useClock()(useNow())}</p>
}
