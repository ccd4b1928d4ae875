'use client'

import type { ReactNode } from 'react'
import { DemoBadge } from '@/components/shell/demo-badge'
import type { HomeRef } from '@/lib/domain/home/home'
import { useNow } from './feed/feed-context'
import { LiveStatus } from './feed/live-status'
import { useClock } from './feed/use-clock'

/** The board for a wall screen: no controls, as large as possible. */
export function Wallboard({ home, children }: { home: HomeRef; children: ReactNode }) {
  return (
    <main id="page" data-wall tabIndex={-1} className="flex min-h-dvh flex-col gap-3 p-4 outline-none">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <p className="flex min-w-0 items-center gap-2 text-card font-strong">
          <bdi className="truncate">{home.label}</bdi>
          {home.demo && <DemoBadge />}
        </p>
        <LiveStatus />
        <p className="ml-auto hidden text-support text-text-3 md:block">Esc leaves</p>
        <WallClock />
      </header>
      {children}
    </main>
  )
}

/** Apart, so that only the clock renders every second. */
function WallClock() {
  return <p className="text-card font-strong">{useClock()(useNow())}</p>
}
