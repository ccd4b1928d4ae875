import { longPathIn, withShortLabel } from '@/lib/shared/short-path'
import type { FetchPage } from './item-pages'

/** Fetches pages of a plan's items with the sign-in cookie. Null if the request fails. */
export const itemFetcher =
  (planId: string, ownFolder: string): FetchPage =>
  async (query) => {
    try {
      const asked = new URLSearchParams(query)
      const typed = asked.get('q')
      if (typed !== null) asked.set('q', longPathIn(ownFolder, typed))
      const answer = await fetch(`/api/v1/plans/${encodeURIComponent(planId)}/items?${asked}`, {
        cache: 'no-store',
      })
      if (!answer.ok) return null
      const page: Awaited<ReturnType<FetchPage>> = await answer.json()
      return page && { ...page, items: page.items.map((item) => withShortLabel(ownFolder, item)) }
    } catch {
      // The server is temporarily unreachable. The table says so and offers a retry.
      return null
    }
  }
