'use client'

import { startTransition, useEffect, useState } from 'react'

/** True once nothing else is to be done, for what can wait; drawn bit by bit, so that whoever clicks meanwhile is first. */
export function useQuietMoment(): boolean {
  const [isQuiet, setIsQuiet] = useState(false)
  useEffect(() => {
    const begin = () => startTransition(() => setIsQuiet(true))
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(begin, WITHOUT_IDLE_MS)
      return () => clearTimeout(timer)
    }
    const request = requestIdleCallback(begin, { timeout: AT_MOST_MS })
    return () => cancelIdleCallback(request)
  }, [])
  return isQuiet
}

/** Safari does not tell when it is idle. */
const WITHOUT_IDLE_MS = 500
const AT_MOST_MS = 5_000
