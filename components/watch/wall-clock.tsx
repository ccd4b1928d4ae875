'use client'

import { useNow } from './feed-context'
import { useClock } from './use-clock'

export function WallClock() {
  return <p className="text-card font-strong">{useClock()(useNow())}</p>
}
