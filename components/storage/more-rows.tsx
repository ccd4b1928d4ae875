'use client'

import { type ReactNode, useState } from 'react'

/** Rows that wait until they are asked for: a phone wakes none of them before. Without script they are there as text. */
export function MoreRows({ count, children }: { count: number; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const rows = <ul>{children}</ul>
  return (
    <details className="group" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="flex min-h-10 items-center border-t border-line px-3 text-support text-text-2 hover:text-text md:min-h-8 md:px-4">
        <span className="group-open:hidden">Show {count} more</span>
        <span className="hidden group-open:inline">Show fewer</span>
      </summary>
      {isOpen ? rows : <noscript>{rows}</noscript>}
    </details>
  )
}
