'use client'

import { useEffect, useState } from 'react'
import type { SessionDetail } from '@/lib/domain/sessions/session-detail'

/** What is known of the session in the drawer; `trouble` says why nothing is. */
export type Opened = {
  readonly id: string | null
  readonly detail: SessionDetail | null
  readonly trouble: string | null
}

export function useDetail(homeId: string, id: string | null, first: Opened | null): Opened {
  const [opened, setOpened] = useState<Opened>(NOTHING)
  // The server draws the session of the address anew with every picture.
  const isDrawn = first !== null && first.id === id

  useEffect(() => {
    if (id === null || isDrawn) return
    const asking = new AbortController()
    ask(homeId, id, asking.signal).then((answer) => {
      if (!asking.signal.aborted) setOpened(answer)
    })
    return () => asking.abort()
  }, [homeId, id, isDrawn])

  if (isDrawn) return first
  return opened.id === id ? opened : { ...NOTHING, id }
}

const NOTHING: Opened = { id: null, detail: null, trouble: null }

async function ask(homeId: string, id: string, signal: AbortSignal): Promise<Opened> {
  try {
    const address = `/api/v1/homes/${encodeURIComponent(homeId)}/sessions/${encodeURIComponent(id)}`
    const answer = await fetch(address, { signal })
    const body = await answer.json()
    return answer.ok
      ? { id, detail: body, trouble: null }
      : { id, detail: null, trouble: body?.error?.message ?? 'Steward gave no answer.' }
  } catch {
    // A lost server is told by the page as well.
    return { id, detail: null, trouble: 'Steward does not answer.' }
  }
}
