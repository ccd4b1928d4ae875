'use client'

import { useEffect, useState } from 'react'

/** True once nothing else is to be done, for what can wait. One at a time: together they would be noticed. */
export function useQuietMoment(): boolean {
  const [isQuiet, setIsQuiet] = useState(false)
  useEffect(() => {
    let isGone = false
    moments = moments.then(async () => {
      if (isGone) return
      await idle()
      setIsQuiet(true)
      await drawn()
    })
    return () => {
      isGone = true
    }
  }, [])
  return isQuiet
}

let moments: Promise<void> = Promise.resolve()

/** However busy a page is, its turn comes; Safari does not tell when it is idle. */
const AT_MOST_MS = 2_000
const UNTOLD_MS = 200

const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve, UNTOLD_MS)
    else requestIdleCallback(() => resolve(), { timeout: AT_MOST_MS })
  })

const drawn = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve())))
