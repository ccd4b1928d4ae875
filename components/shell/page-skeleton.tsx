'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useSyncExternalStore } from 'react'
import { type PageId, pageLabel } from './nav-items'
import { arriveAt, awaitedPage, onAwaited } from './pending-page'

/** Pages that are mostly one long table; the others are cards. */
const TABLES: readonly PageId[] = ['sessions', 'checkpoints', 'gateway', 'cron', 'history']

/**
 * The outline of the page that is on its way, over the present one: nothing below it moves, and it is seen only
 * when the wait is longer than a blink. A page asked for by its address comes whole, for those without script.
 */
export function PageSkeleton() {
  const page = useSyncExternalStore(onAwaited, awaitedPage, () => null)
  const path = usePathname()
  useEffect(() => arriveAt(path), [path])
  if (page === null) return null
  return (
    <div aria-busy className="appear-late absolute inset-0 z-5 overflow-clip bg-bg">
      <p role="status" className="sr-only">
        Opening {pageLabel(page)}
      </p>
      <div aria-hidden className="sticky top-14 grid gap-3 p-4 md:top-12 md:gap-4 md:p-6">
        <Bone className="h-6 w-80 max-w-full" />
        <Bone className="h-4 w-56 max-w-full" />
        {TABLES.includes(page) ? <Rows /> : <Cards />}
      </div>
    </div>
  )
}

const Bone = ({ className }: { className: string }) => <div className={`rounded-chip bg-line ${className}`} />

const Cards = () => (
  <>
    <div className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line lg:grid-cols-4">
      {[0, 1, 2, 3].map((tile) => (
        <div key={tile} className="h-25 bg-surface p-4">
          <Bone className="h-3 w-22" />
          <Bone className="mt-3 h-6 w-18" />
        </div>
      ))}
    </div>
    <div className="grid gap-3 md:gap-4 lg:grid-cols-2">
      {[0, 1, 2, 3].map((card) => (
        <div key={card} className="h-80 rounded-card border border-line bg-surface p-4">
          <Bone className="h-3 w-64 max-w-full" />
          <Bone className="mt-4 h-60" />
        </div>
      ))}
    </div>
  </>
)

const Rows = () => (
  <div className="rounded-card border border-line bg-surface">
    {ROWS.map((row) => (
      <div key={row} className="flex h-8 items-center gap-4 border-b border-line px-4">
        <Bone className="h-3 flex-1" />
        <Bone className="h-3 w-24" />
        <Bone className="hidden h-3 w-16 md:block" />
      </div>
    ))}
  </div>
)

const ROWS = Array.from({ length: 20 }, (_, row) => `row ${row}`)
