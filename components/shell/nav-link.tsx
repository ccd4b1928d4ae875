'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { MouseEvent, ReactNode } from 'react'
import type { PageId } from './nav-items'
import { leaveFor } from './pending-page'

type Props = { page: PageId; path: string; href: string; isCurrent: boolean; children: ReactNode }

/** A link of the list of pages. It says at once where it leads, because the next page may take its time. */
export function NavLink({ page, path, href, isCurrent, children }: Props) {
  const here = usePathname()
  const tell = (event: MouseEvent) => {
    const staysHere = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    if (staysHere && here !== path) leaveFor(page, here)
  }
  return (
    <Link
      href={href}
      onClick={tell}
      aria-current={isCurrent ? 'page' : undefined}
      className="group flex h-10 items-center gap-2 rounded-chip px-2 text-text-2 hover:bg-raised hover:text-text aria-[current]:bg-raised aria-[current]:font-medium aria-[current]:text-text md:h-7"
    >
      {children}
    </Link>
  )
}
