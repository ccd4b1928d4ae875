'use client'

import { useEffect, useState } from 'react'

type Match = { readonly id: string; readonly title: string | null; readonly source: string }

const MAX_MATCHES = 6
const DEBOUNCE_MS = 120
const MIN_QUERY_LENGTH = 2
const NONE: readonly Match[] = []

/** Sessions by title or id, fetched when typing pauses. An answer to an older query is dropped. */
export function useSessionMatches(homeId: string, text: string): readonly Match[] {
  const query = text.trim()
  const [found, setFound] = useState<{ readonly query: string; readonly matches: readonly Match[] }>({
    query: '',
    matches: NONE,
  })
  useEffect(() => {
    if (query.length < MIN_QUERY_LENGTH) return
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      const matches = await searchSessions(homeId, query, abort.signal)
      if (!abort.signal.aborted) setFound({ query, matches })
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [homeId, query])
  return query.length < MIN_QUERY_LENGTH || found.query !== query ? NONE : found.matches
}

async function searchSessions(homeId: string, q: string, signal: AbortSignal): Promise<readonly Match[]> {
  const query = new URLSearchParams({ q, limit: String(MAX_MATCHES) })
  try {
    const answer = await fetch(`/api/v1/homes/${encodeURIComponent(homeId)}/sessions?${query}`, { signal })
    if (!answer.ok) return NONE
    const { items }: { items: readonly Match[] } = await answer.json()
    return items
  } catch {
    // The palette works without sessions, and the page reports a lost server.
    return NONE
  }
}
