'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { pageAt } from './pending-page'

/**
 * Long lists use plain links: one listener for all costs less than hydrating each. It navigates within the
 * app.
 */
export function usePlainLinks(): void {
  const router = useRouter()
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = event.defaultPrevented || isBrowserNavigation(event) ? null : linkAt(event.target)
      const href = link === null ? null : internalHref(link)
      if (link === null || href === null) return
      event.preventDefault()
      // Links that show more of a list keep the scroll position.
      router.push(href, { scroll: link.dataset.stay === undefined })
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [router])
}

/** New tab, new window or download. */
const isBrowserNavigation = (event: MouseEvent) =>
  event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey

const linkAt = (target: EventTarget | null) => (target instanceof Element ? target.closest('a') : null)

function internalHref(link: HTMLAnchorElement): string | null {
  if (link.target !== '' || link.hasAttribute('download')) return null
  const { origin, pathname, search, hash } = new URL(link.href, window.location.href)
  const isInApp = origin === window.location.origin && pageAt(pathname) !== null
  // The browser handles anchors within this page.
  const isHere = hash !== '' && pathname === window.location.pathname && search === window.location.search
  return isInApp && !isHere ? `${pathname}${search}${hash}` : null
}
