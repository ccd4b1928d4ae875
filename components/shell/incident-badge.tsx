'use client'

import { useEffect } from 'react'
import { useOptionalFeed } from '@/components/watch/feed/feed-context'
import { countOpen, type OpenIncidents } from '@/components/watch/open-incidents'

/** From the live feed if there is one, otherwise as rendered by the server. */
function useOpenIncidents(seen: OpenIncidents): OpenIncidents {
  const state = useOptionalFeed()?.state ?? null
  return state === null ? seen : countOpen(state.incidents)
}

/** The number of open incidents in the navigation. */
export function IncidentBadge({ seen }: { seen: OpenIncidents }) {
  const { open, critical } = useOpenIncidents(seen)
  if (open === 0) return null
  return (
    <span
      className={`ml-auto inline-flex h-4 min-w-4 items-center justify-center rounded-full px-1 text-axis font-semibold ${critical ? 'bg-warn text-on-warn' : 'border border-warn text-warn-text'}`}
    >
      {open}
      <span className="sr-only"> {open === 1 ? 'incident' : 'incidents'} open</span>
    </span>
  )
}

const COUNT_PREFIX = /^\d+ · /

/** Shows the number of open incidents in the tab's title, and a dot on its icon. */
export function DocumentTitleBadge({ seen }: { seen: OpenIncidents }) {
  const { open, critical } = useOpenIncidents(seen)
  useEffect(() => {
    const icon = open === 0 ? null : iconWith(critical)
    const update = () => {
      const plain = document.title.replace(COUNT_PREFIX, '')
      const wanted = open === 0 ? plain : `${open} · ${plain}`
      if (document.title !== wanted) document.title = wanted
      // The page's own icon link stays; of several, the browser uses the last.
      if (icon !== null && icon !== [...document.querySelectorAll('link[rel~="icon"]')].at(-1))
        document.head.append(icon)
    }
    update()
    // The page sets its title and icon again whenever it renders.
    const observer = new MutationObserver(update)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => {
      observer.disconnect()
      icon?.remove()
    }
  }, [open, critical])
  return null
}

/** The icon with a dot: filled for critical, a ring for warnings. */
function iconWith(critical: boolean): HTMLLinkElement {
  const dot = critical
    ? '<circle cx="12" cy="4" r="4" fill="#e8ae45"/>'
    : '<circle cx="12" cy="4" r="3" fill="#0b0e11" stroke="#e8ae45" stroke-width="2"/>'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#0b0e11"/><path d="M3 3h2.5v3.75h5V3H13v10h-2.5V9.25h-5V13H3z" fill="#2bc4b0"/>${dot}</svg>`
  const link = document.createElement('link')
  link.rel = 'icon'
  link.type = 'image/svg+xml'
  link.href = `data:image/svg+xml,${encodeURIComponent(svg)}`
  return link
}
