'use client'

import { useLinkStatus } from 'next/link'

/** The page stays as it is until the next one is there; when that takes longer than a blink, a line says so. */
export function NavPending() {
  const { pending } = useLinkStatus()
  return (
    <span
      aria-hidden
      data-pending={pending || undefined}
      className="pointer-events-none fixed inset-x-0 top-0 z-30 h-0.5 bg-accent opacity-0 data-pending:opacity-100 data-pending:delay-150 data-pending:transition-opacity"
    />
  )
}
