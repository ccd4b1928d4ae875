'use client'

import Check from 'lucide-react/icons/check'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import Link from 'next/link'
import { useSearchParams } from 'next/navigation'
import { useId } from 'react'
import { PauseLine } from '@/components/hermes-pause/pause-line'
import { useStamp } from '@/components/hermes-pause/use-stamp'
import { pauseLine } from '@/components/hermes-pause/words'
import { DemoBadge } from '@/components/shell/demo-badge'
import { chooseHomeLabel } from '@/components/shell/words'
import { useOptionalFeed } from '@/components/watch/feed/feed-context'
import type { HermesPause } from '@/lib/domain/home/hermes-pause'
import type { HomeRef } from '@/lib/domain/home/home'
import { sameViewHref } from './nav-items'
import { useMenu } from './use-menu'

/** The homes in which Hermes is paused, by id. */
export type Pauses = Readonly<Record<string, HermesPause>>

type Props = { homes: readonly HomeRef[]; home: HomeRef; pauses: Pauses; seenAt: string; path: string }

/** The current home and a menu of the others. It is on every page, so it has no dependencies. */
export function HomePicker({ homes, home, pauses, seenAt, path }: Props) {
  const query = useSearchParams()
  const { isOpen, root, trigger, list, close } = useMenu()
  const name = useId()
  // On Watch the newest sample counts, because nothing else there is rendered again.
  const live = useOptionalFeed()?.state ?? null
  const nowMs = live?.seenMs ?? Date.parse(seenAt)
  const pauseOf = ({ id }: HomeRef) => (live?.homeId === id ? live.hermesPause : (pauses[id] ?? null))
  const stamp = useStamp(nowMs)
  const pause = pauseOf(home)
  return (
    <div {...root} className="relative">
      <button
        type="button"
        {...trigger}
        aria-label={chooseHomeLabel(home.label, home.demo, pause === null ? null : pauseLine(pause, stamp))}
        className="flex min-h-11 w-full min-w-0 items-center gap-2 rounded-control border border-line bg-surface px-2.5 text-left hover:border-line-strong md:min-h-12 md:py-1"
      >
        <HomeLines home={home} pause={pause} nowMs={nowMs} isShort />
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
              <HomeLines home={one} pause={pauseOf(one)} nowMs={nowMs} />
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

type LinesProps = { home: HomeRef; pause: HermesPause | null; nowMs: number; isShort?: boolean }

/** A long path loses its start, because homes differ at the end. A phone has no room for a third line. */
function HomeLines({ home, pause, nowMs, isShort = false }: LinesProps) {
  return (
    <span className="min-w-0 flex-1 leading-4">
      <span className="flex items-center gap-1.5 font-strong">
        <span className="truncate">{home.label}</span>
        {home.demo && <DemoBadge />}
      </span>
      <span
        className={`truncate text-left font-mono text-axis text-text-3 [direction:rtl] ${isShort && pause !== null ? 'hidden md:block' : 'block'}`}
        title={home.path}
      >
        <bdi dir="ltr">{home.path}</bdi>
      </span>
      {pause !== null && (
        <PauseLine
          pause={pause}
          nowMs={nowMs}
          className={`text-axis wrap-anywhere ${isShort ? 'line-clamp-1 md:line-clamp-2' : 'block'}`}
        />
      )}
    </span>
  )
}
