import type { FetchPage } from './item-pages'

/** Pages of a plan's items from the HTTP interface; the sign-in cookie opens it. Null when no answer comes. */
export const itemFetcher =
  (planId: string): FetchPage =>
  async (query) => {
    try {
      const answer = await fetch(
        `/api/v1/plans/${encodeURIComponent(planId)}/items?${new URLSearchParams(query)}`,
        { cache: 'no-store' },
      )
      return answer.ok ? await answer.json() : null
    } catch {
      // The server is gone for the moment; the table says so and offers to ask again.
      return null
    }
  }
