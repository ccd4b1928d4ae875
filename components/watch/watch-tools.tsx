'use client'

import Expand from 'lucide-react/icons/expand'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useEffect, useState, useTransition } from 'react'
import { Keys } from '@/components/keys/keys'
import { pageHref } from '@/components/shell/nav/nav-items'
import { useFeed } from './feed/feed-context'
import { TOOL } from './tool-style'
import { type WatchView, watchHref } from './view-state'
import type { WatchActions } from './watch-actions'
import { LIMITS_LABEL, PAUSE_WORDS } from './words'

type Props = { view: WatchView; homeId: string; pauseReads: WatchActions['pauseReads'] | null }

// Loaded on demand: it is used once per browser.
const AlertsMenu = dynamic(() => import('./alerts/alerts-menu').then(({ AlertsMenu }) => AlertsMenu), {
  ssr: false,
  loading: () => <span className={TOOL} />,
})

/** Controls of the board as a whole. */
export function WatchTools({ view, homeId, pauseReads }: Props) {
  return (
    <>
      {pauseReads !== null && <PauseReads homeId={homeId} pauseReads={pauseReads} />}
      <Link href={watchHref(view, { wall: true })} prefetch={false} scroll={false} className={TOOL}>
        <Expand size={14} strokeWidth={1.5} aria-hidden />
        Wallboard
        <span className="hidden lg:inline">
          <Keys keys={['F']} />
        </span>
      </Link>
      <AlertsMenu />
      <Link
        href={pageHref('/watch/limits', homeId)}
        prefetch={false}
        aria-label={LIMITS_LABEL}
        title={LIMITS_LABEL}
        className={TOOL}
      >
        <SlidersHorizontal size={16} strokeWidth={1.5} aria-hidden />
      </Link>
    </>
  )
}

function PauseReads({ homeId, pauseReads }: { homeId: string; pauseReads: WatchActions['pauseReads'] }) {
  const isPaused = (useFeed().state?.pausedMs ?? null) !== null
  const [isPending, start] = useTransition()
  const [error, setError] = useState('')
  const toggle = () =>
    start(async () => {
      const done = await pauseReads({ home: homeId, paused: !isPaused })
      setError(done.ok ? '' : done.fault.message)
    })
  const Icon = isPaused ? Play : Pause
  return (
    <>
      <button
        type="button"
        title={PAUSE_WORDS}
        aria-pressed={isPaused}
        disabled={isPending}
        onClick={toggle}
        className={TOOL}
      >
        <Icon size={14} strokeWidth={1.5} aria-hidden />
        {isPaused ? 'Resume reads' : 'Pause reads'}
      </button>
      {error !== '' && (
        <span role="status" className="text-support text-warn-text">
          {error}
        </span>
      )}
    </>
  )
}

/** F opens the wallboard; F or Escape closes it. */
export function WallKeys({ view }: { view: WatchView }) {
  const router = useRouter()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target))
        return
      const leaves = view.wall && (event.key === 'Escape' || event.key.toLowerCase() === 'f')
      if (!leaves && (view.wall || event.key.toLowerCase() !== 'f')) return
      event.preventDefault()
      router.push(watchHref(view, { wall: !view.wall }), { scroll: false })
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [router, view])
  return null
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [role=dialog], [role=menu], [role=listbox]') !== null
