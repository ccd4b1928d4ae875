'use client'

import { useEffect, useState } from 'react'

type Match = { readonly id: string; readonly title: string | null; readonly source: string }

const SHOWN = 6
const PAUSE_MS = 120
const SHORTEST = 2
const NONE: readonly Match[] = []

/** Sessions by title or id, asked when the typing pauses; an answer to an older text is dropped. */
export function useSessionMatches(homeId: string, text: string): readonly Match[] {
  const asked = text.trim()
  const [found, setFound] = useState<{ readonly asked: string; readonly matches: readonly Match[] }>({
    asked: '',
    matches: NONE,
  })
  useEffect(() => {
    if (asked.length < SHORTEST) return
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      const matches = await searchSessions(homeId, asked, abort.signal)
      if (!abort.signal.aborted) setFound({ asked, matches })
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [homeId, asked])
  return asked.length < SHORTEST || found.asked !== asked ? NONE : found.matches
}

async function searchSessions(homeId: string, q: string, signal: AbortSignal): Promise<readonly Match[]> {
  const query = new URLSearchParams({ q, limit: String(SHOWN) })
  try {
    const answer = await fetch(`/api/v1/homes/${encodeURIComponent(homeId)}/sessions?${query}`, { signal })
    if (!answer.ok) return NONE
    const { items }: { items: readonly Match[] } = await answer.json()
    return items
  } catch {
    // A palette without sessions still knows its pages; an unreachable server is told by the page itself.
    return NONE
  }
}
