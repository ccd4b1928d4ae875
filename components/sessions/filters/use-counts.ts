'use client'

import { useEffect, useState } from 'react'
import { apiHref, type SessionsView } from '@/components/sessions/view-state'

/** How many sessions each view finds; undefined until known. */
export function useCounts(homeId: string, views: readonly SessionsView[]): readonly (number | undefined)[] {
  const addresses = views.map((view) => `${apiHref(homeId, view)}&limit=1`)
  const addressKey = addresses.join('\n')
  const [known, setKnown] = useState<ReadonlyMap<string, number>>(new Map())
  useEffect(() => {
    const controller = new AbortController()
    for (const address of addressKey === '' ? [] : addressKey.split('\n')) {
      fetchTotal(address, controller.signal).then((total) => {
        if (total !== null) setKnown((before) => new Map(before).set(address, total))
      })
    }
    return () => controller.abort()
  }, [addressKey])
  return addresses.map((address) => known.get(address))
}

async function fetchTotal(address: string, signal: AbortSignal): Promise<number | null> {
  try {
    const answer = await fetch(address, { signal })
    return answer.ok ? (await answer.json()).total : null
  } catch {
    // Aborted or failed: the link still works without its number.
    return null
  }
}
