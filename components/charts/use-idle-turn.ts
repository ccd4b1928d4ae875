'use client'

import { useEffect, useState } from 'react'

/** True once nothing else is to be done, for what can wait. One at a time: together they would be noticed. */
export function useIdleTurn(): boolean {
  const [hasTurn, setHasTurn] = useState(false)
  useEffect(() => {
    let isUnmounted = false
    queue = queue.then(async () => {
      if (isUnmounted) return
      await whenIdle()
      setHasTurn(true)
      await afterPaint()
    })
    return () => {
      isUnmounted = true
    }
  }, [])
  return hasTurn
}

let queue: Promise<void> = Promise.resolve()

/** However busy a page is, its turn comes; Safari does not tell when it is idle. */
const IDLE_TIMEOUT_MS = 2_000
const FALLBACK_DELAY_MS = 200

const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve, FALLBACK_DELAY_MS)
    else requestIdleCallback(() => resolve(), { timeout: IDLE_TIMEOUT_MS })
  })

const afterPaint = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve())))
