import { longPathIn, withShortLabel } from '@/lib/shared/short-path'
import type { FetchPage } from './item-pages'

/** Pages of a plan's items from the HTTP interface; the sign-in cookie opens it. Null when no answer comes. */
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
      // The server is gone for the moment; the table says so and offers to ask again.
      return null
    }
  }
