'use client'

import Check from 'lucide-react/icons/check'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import Link from 'next/link'
import { useSearchParams } from 'next/navigation'
import { useId } from 'react'
import { DemoBadge } from '@/components/shell/demo-badge'
import { chooseHomeLabel } from '@/components/shell/words'
import type { HomeRef } from '@/lib/domain/home/home'
import { sameViewHref } from './nav-items'
import { useMenu } from './use-menu'

type Props = { homes: readonly HomeRef[]; home: HomeRef; path: string }

/** The current home and a menu of the others. It is on every page, so it has no dependencies. */
export function HomePicker({ homes, home, path }: Props) {
  const query = useSearchParams()
  const { isOpen, root, trigger, list, close } = useMenu()
  const name = useId()
  return (
    <div {...root} className="relative">
      <button
        type="button"
        {...trigger}
        aria-label={chooseHomeLabel(home.label, home.demo)}
        className="flex h-11 w-full min-w-0 items-center gap-2 rounded-control border border-line bg-surface px-2.5 text-left hover:border-line-strong md:h-12"
      >
        <HomeLines home={home} />
        <ChevronsUpDown size={14} strokeWidth={1.5} className="flex-none text-text-2" />
      </button>
      {isOpen && (
        <div
          {...list}
          role="menu"
          aria-labelledby={name}
          className="fixed inset-x-2 top-13 z-20 max-h-[calc(100dvh-4rem)] overflow-auto rounded-card bg-surface p-1 shadow-float md:absolute md:inset-x-auto md:top-full md:left-0 md:mt-1 md:w-72"
        >
          <p id={name} role="presentation" className="px-2 py-1 text-axis font-medium text-text-3">
            Homes
          </p>
          {homes.map((one) => (
            <Link
              key={one.id}
              role="menuitem"
              tabIndex={-1}
              href={sameViewHref(path, one.id, query)}
              onClick={close}
              aria-current={one.id === home.id ? 'true' : undefined}
              className="flex min-h-11 items-center gap-2 rounded-chip px-2 py-1 hover:bg-raised focus:bg-raised"
            >
              <HomeLines home={one} />
              {one.id === home.id && (
                <Check size={14} strokeWidth={1.5} className="flex-none text-accent-text" />
              )}
            </Link>
          ))}
        </div>
      )}
    </div>
  )
}

/** A long path loses its start, because homes differ at the end. */
function HomeLines({ home }: { home: HomeRef }) {
  return (
    <span className="min-w-0 flex-1 leading-4">
      <span className="flex items-center gap-1.5 font-strong">
        <span className="truncate">{home.label}</span>
        {home.demo && <DemoBadge />}
      </span>
      <span
        className="block truncate text-left font-mono text-axis text-text-3 [direction:rtl]"
        title={home.path}
      >
        <bdi dir="ltr">{home.path}</bdi>
      </span>
    </span>
  )
}
