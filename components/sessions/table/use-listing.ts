'use client'

import { useSearchParams } from 'next/navigation'
import { useCallback, useEffect, useRef, useState, useTransition } from 'react'
import {
  apiHref,
  listingKey,
  listOf,
  parseSessionsView,
  type SessionsView,
  sessionsHref,
} from '@/components/sessions/view-state'
import type { SessionPage } from '@/lib/domain/sessions/list/session-query'
import { SessionWindows, WINDOW_ROWS } from './session-windows'
import { LISTING_LOST, NO_ANSWER } from './words'

/** The first page as the API returns it. */
export type ListingPage = SessionPage & { readonly seenAt: string | null }

export type LoadedListing = {
  readonly key: string
  readonly windows: SessionWindows
  readonly page: ListingPage
  /** The API address of these rows. */
  readonly address: string
  /** The list's parameters, for the way back from a session's page. */
  readonly list: string
}

type Start = { readonly homeId: string; readonly view: SessionsView; readonly page: ListingPage }

/** Goes to a view, or to a changed version of the current one. */
export type Go = (
  next: SessionsView | ((view: SessionsView) => SessionsView),
  how?: 'push' | 'replace' | 'stay',
) => void

/**
 * The view and its rows. A change shows at once in the address and the filters; the old rows stay until the
 * new ones arrive. Only the latest request is answered.
 */
export function useListing(start: Start) {
  const { homeId } = start
  const [view, setView] = useState(start.view)
  const [listing, setListing] = useState(() => makeListing(homeId, start.view, start.page))
  const [trouble, setTrouble] = useState<string | null>(null)
  const [isRendering, startRendering] = useTransition()
  const [isFetching, setFetching] = useState(false)
  const now = useRef({ view: start.view, key: listing.key, listing })
  const request = useRef<AbortController | null>(null)
  const address = useRef(makeAddressBar())
  const params = useSearchParams()

  const show = useCallback((made: LoadedListing) => {
    startRendering(() => {
      now.current.listing.windows.close()
      now.current.listing = made
      setListing(made)
    })
  }, [])

  const go = useCallback<Go>(
    (to, how = 'push') => {
      const next = typeof to === 'function' ? to(now.current.view) : to
      now.current.view = next
      setView(next)
      address.current.write(sessionsHref(next), how)
      const key = listingKey(next)
      if (key === now.current.key) return
      now.current.key = key
      request.current?.abort()
      const own = new AbortController()
      request.current = own
      setFetching(true)
      fetchListingPage(homeId, next, own.signal).then((answer) => {
        if (own.signal.aborted) return
        setFetching(false)
        setTrouble(answer.ok ? null : answer.message)
        if (answer.ok) show(makeListing(homeId, next, answer.page))
      })
    },
    [homeId, show],
  )

  useEffect(() => address.current.stop, [])

  // Back and forward change the address without calling `go`.
  useEffect(() => {
    const requested = parseSessionsView(new URLSearchParams(params))
    if (sessionsHref(requested) !== sessionsHref(now.current.view)) go(requested, 'stay')
  }, [params, go])

  // The server refreshed the same listing.
  useEffect(() => {
    const key = listingKey(start.view)
    if (key !== now.current.key || key !== now.current.listing.key) return
    const { windows } = now.current.listing
    if (start.page.seenAt === windows.seenAt && start.page.total === windows.total) return
    windows.replaceFirstPage(start.page)
    now.current.listing = { ...now.current.listing, page: start.page }
    setListing(now.current.listing)
  }, [start.view, start.page])

  return { view, listing, go, trouble, isWaiting: isFetching || isRendering }
}

/** Writes the page's address. Replacing it is expensive, so it is delayed while typing. */
function makeAddressBar() {
  let waiting: ReturnType<typeof setTimeout> | undefined
  const write = (href: string, how: 'push' | 'replace' | 'stay') => {
    clearTimeout(waiting)
    if (how === 'push') window.history.pushState(null, '', href)
    if (how === 'replace')
      waiting = setTimeout(() => window.history.replaceState(null, '', href), ADDRESS_DELAY_MS)
  }
  return { write, stop: () => clearTimeout(waiting) }
}

const ADDRESS_DELAY_MS = 400

function makeListing(homeId: string, view: SessionsView, page: ListingPage): LoadedListing {
  const address = apiHref(homeId, view)
  return {
    key: listingKey(view),
    page,
    address,
    list: listOf(view),
    windows: new SessionWindows(page, async (offset, signal) => {
      const answer = await fetch(`${address}&limit=${WINDOW_ROWS}&offset=${offset}`, { signal })
      return answer.ok ? answer.json() : null
    }),
  }
}

type ListingResult =
  | { readonly ok: true; readonly page: ListingPage }
  | { readonly ok: false; readonly message: string }

async function fetchListingPage(
  homeId: string,
  view: SessionsView,
  signal: AbortSignal,
): Promise<ListingResult> {
  try {
    const answer = await fetch(`${apiHref(homeId, view)}&limit=${WINDOW_ROWS}`, { signal })
    const body = await answer.json()
    return answer.ok ? { ok: true, page: body } : { ok: false, message: body?.error?.message ?? NO_ANSWER }
  } catch {
    // Aborted requests are ignored, and the page reports a lost server as well.
    return { ok: false, message: LISTING_LOST }
  }
}
