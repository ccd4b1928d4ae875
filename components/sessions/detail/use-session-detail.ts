'use client'

import { useEffect, useState } from 'react'
import { NO_ANSWER } from '@/components/sessions/table/words'
import type { SessionDetail } from '@/lib/domain/sessions/session-detail'
import { STEWARD_DOWN } from './words'

/** The session in the drawer; `trouble` says why there are no details. */
export type OpenedSession = {
  readonly id: string | null
  readonly detail: SessionDetail | null
  readonly trouble: string | null
}

export function useSessionDetail(
  homeId: string,
  id: string | null,
  first: OpenedSession | null,
): OpenedSession {
  const [opened, setOpened] = useState<OpenedSession>(EMPTY)
  // The server renders the session of the address again with every refresh.
  const isServerRendered = first !== null && first.id === id

  useEffect(() => {
    if (id === null || isServerRendered) return
    const request = new AbortController()
    fetchDetail(homeId, id, request.signal).then((answer) => {
      if (!request.signal.aborted) setOpened(answer)
    })
    return () => request.abort()
  }, [homeId, id, isServerRendered])

  if (isServerRendered) return first
  return opened.id === id ? opened : { ...EMPTY, id }
}

const EMPTY: OpenedSession = { id: null, detail: null, trouble: null }

async function fetchDetail(homeId: string, id: string, signal: AbortSignal): Promise<OpenedSession> {
  try {
    const address = `/api/v1/homes/${encodeURIComponent(homeId)}/sessions/${encodeURIComponent(id)}`
    const answer = await fetch(address, { signal })
    const body = await answer.json()
    return answer.ok
      ? { id, detail: body, trouble: null }
      : { id, detail: null, trouble: body?.error?.message ?? NO_ANSWER }
  } catch {
    // The page reports a lost server as well.
    return { id, detail: null, trouble: STEWARD_DOWN }
  }
}
