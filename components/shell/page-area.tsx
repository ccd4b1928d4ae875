'use client'

import { type ReactNode, useEffect, useOptimistic, useState } from 'react'
import { onNavigation } from './navigation-events'
import { PageOutline } from './page-skeleton'
import { type Awaited, awaitedPage } from './pending-page'
import { usePlainLinks } from './use-plain-links'

type Props = { homeId: string; fillsAny: boolean; children: ReactNode }

/** Whoever waits less than this sees nothing but the page. */
const BLINK_MS = 150

/**
 * The page, and what is seen and heard while another is on its way: a line at the top; where it is another page
 * than this one, its outline over the present one, so that nothing below it moves. A page asked for by its address
 * comes whole, for those without script.
 */
export function PageArea({ homeId, fillsAny, children }: Props) {
  const way = useNavigation(homeId)
  usePlainLinks()
  return (
    <>
      <p role="status" className="sr-only">
        {way !== null && (way.page === null ? 'Loading' : `Opening ${way.page.name}`)}
      </p>
      <main
        id="page"
        tabIndex={-1}
        aria-busy={way !== null || undefined}
        className={`relative flex w-full max-w-[112rem] flex-1 flex-col gap-3 p-4 outline-none md:gap-4 md:p-6 ${fillsAny ? '4xl:max-w-none' : '4xl:max-w-[160rem]'}`}
      >
        {children}
        {way !== null && <span aria-hidden className="fixed inset-x-0 top-0 z-30 h-0.5 bg-accent" />}
        {way !== null && way.page !== null && <PageOutline shape={way.page.shape} />}
      </main>
    </>
  )
}

type Way = { readonly page: Awaited | null }

/** Null as long as nobody is on the way anywhere, or not long enough to tell. */
function useNavigation(homeId: string): Way | null {
  // Lasts as long as the transition it was told in: until the other page stands here, or the way was given up.
  const [way, setWay] = useOptimistic<Way | null>(null)
  const [lasting, setLasting] = useState<Way | null>(null)
  useEffect(
    () =>
      onNavigation((href) => {
        const from = new URL(window.location.href)
        setWay({ page: awaitedPage(from, new URL(href, from), homeId) })
      }),
    [homeId, setWay],
  )
  useEffect(() => {
    if (way === null) return
    const timer = setTimeout(() => setLasting(way), BLINK_MS)
    return () => clearTimeout(timer)
  }, [way])
  return way === lasting ? way : null
}
