'use client'

import Check from 'lucide-react/icons/check'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import Link from 'next/link'
import { useSearchParams } from 'next/navigation'
import * as Menu from 'radix-ui/dropdown-menu'
import type { HomeRef } from '@/lib/domain/home'
import { DemoBadge } from './demo-badge'
import { sameViewHref } from './nav-items'

type Props = { homes: readonly HomeRef[]; home: HomeRef; path: string }

/** Which home the page is about, always in sight, and the way to the others. */
export function HomePicker({ homes, home, path }: Props) {
  const query = useSearchParams()
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger
        aria-label={`Home: ${home.label}${home.demo ? ', demo' : ''}. Choose another`}
        className="flex h-11 w-full min-w-0 items-center gap-2 rounded-control border border-line bg-surface px-2.5 text-left hover:border-line-strong md:h-12"
      >
        <HomeLines home={home} />
        <ChevronsUpDown size={14} strokeWidth={1.5} className="flex-none text-text-2" />
      </Menu.Trigger>
      <Menu.Content
        align="start"
        sideOffset={4}
        collisionPadding={8}
        className="z-20 max-h-(--radix-dropdown-menu-content-available-height) w-72 max-w-[calc(100vw-16px)] overflow-auto rounded-card bg-surface p-1 shadow-float"
      >
        <Menu.Label className="px-2 py-1 text-axis font-medium text-text-3">Homes</Menu.Label>
        {homes.map((one) => (
          <Menu.Item key={one.id} asChild>
            <Link
              href={sameViewHref(path, one.id, query)}
              aria-current={one.id === home.id ? 'true' : undefined}
              className="flex min-h-11 items-center gap-2 rounded-chip px-2 py-1 outline-none data-[highlighted]:bg-raised"
            >
              <HomeLines home={one} />
              {one.id === home.id && (
                <Check size={14} strokeWidth={1.5} className="flex-none text-accent-text" />
              )}
            </Link>
          </Menu.Item>
        ))}
      </Menu.Content>
    </Menu.Root>
  )
}

/** A long path loses its start: its end is what tells homes apart. */
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
