'use client'

import { useEffect, useState } from 'react'

/**
 * Becomes true when the browser is idle. Components take turns, because rendering them together would be
 * noticeable.
 */
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

/** An upper limit for a busy page. Safari has no requestIdleCallback. */
const IDLE_TIMEOUT_MS = 2_000
const FALLBACK_DELAY_MS = 200

const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve, FALLBACK_DELAY_MS)
    else requestIdleCallback(() => resolve(), { timeout: IDLE_TIMEOUT_MS })
  })

const afterPaint = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve())))
