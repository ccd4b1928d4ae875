'use client'

import { type ReactNode, useEffect, useOptimistic, useState } from 'react'
import { onNavigation } from './navigation-events'
import { PageSkeleton } from './page-skeleton'
import { type PendingPage, pendingPage } from './pending-page'
import { usePlainLinks } from './use-plain-links'

type Props = { homeId: string; isFullWidth: boolean; children: ReactNode }

/** A page that loads faster than this shows no indicator. */
const INDICATOR_DELAY_MS = 150

/**
 * The page, and the loading state of the next one: a line at the top and, for another page, its skeleton on
 * top of the current one, so that nothing below moves. A full page load shows neither.
 */
export function PageArea({ homeId, isFullWidth, children }: Props) {
  const pending = useNavigation(homeId)
  usePlainLinks()
  return (
    <>
      <p role="status" className="sr-only">
        {pending !== null && (pending.page === null ? 'Loading' : `Opening ${pending.page.name}`)}
      </p>
      <main
        id="page"
        tabIndex={-1}
        aria-busy={pending !== null || undefined}
        className={`relative flex w-full max-w-[112rem] flex-1 flex-col gap-3 p-4 outline-none md:gap-4 md:p-6 ${isFullWidth ? '4xl:max-w-none' : '4xl:max-w-[160rem]'}`}
      >
        {children}
        {pending !== null && <span aria-hidden className="fixed inset-x-0 top-0 z-30 h-0.5 bg-accent" />}
        {pending !== null && pending.page !== null && <PageSkeleton shape={pending.page.shape} />}
      </main>
    </>
  )
}

type PendingNavigation = { readonly page: PendingPage | null }

/** Null if nothing is loading, or not for long enough to show it. */
function useNavigation(homeId: string): PendingNavigation | null {
  // Lasts as long as the transition it was set in: until the other page is shown or the navigation was
  // canceled.
  const [pending, setPending] = useOptimistic<PendingNavigation | null>(null)
  const [visible, setVisible] = useState<PendingNavigation | null>(null)
  useEffect(
    () =>
      onNavigation((href) => {
        const from = new URL(window.location.href)
        setPending({ page: pendingPage(from, new URL(href, from), homeId) })
      }),
    [homeId, setPending],
  )
  useEffect(() => {
    if (pending === null) return
    const timer = setTimeout(() => setVisible(pending), INDICATOR_DELAY_MS)
    return () => clearTimeout(timer)
  }, [pending])
  return pending === visible ? pending : null
}
