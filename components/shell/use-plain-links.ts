'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { pageAt } from './pending-page'

/** Long lists have plain links: one ear for all of them costs less than each waking up. They lead on within the app. */
export function usePlainLinks(): void {
  const router = useRouter()
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = event.defaultPrevented || isBrowserNavigation(event) ? null : linkAt(event.target)
      const href = link === null ? null : internalHref(link)
      if (link === null || href === null) return
      event.preventDefault()
      // Whoever asks for more of a list goes on reading where it was cut.
      router.push(href, { scroll: link.dataset.stay === undefined })
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [router])
}

/** A new tab, a new window, a download. */
const isBrowserNavigation = (event: MouseEvent) =>
  event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey

const linkAt = (target: EventTarget | null) => (target instanceof Element ? target.closest('a') : null)

function internalHref(link: HTMLAnchorElement): string | null {
  if (link.target !== '' || link.hasAttribute('download')) return null
  const { origin, pathname, search, hash } = new URL(link.href, window.location.href)
  const isInApp = origin === window.location.origin && pageAt(pathname) !== null
  // A place within this page is the browser's to find.
  const isHere = hash !== '' && pathname === window.location.pathname && search === window.location.search
  return isInApp && !isHere ? `${pathname}${search}${hash}` : null
}
