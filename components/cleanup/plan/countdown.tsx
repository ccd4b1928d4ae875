'use client'

import { useEffect, useState } from 'react'
import { MINUTE_MS, SECOND_MS } from '@/lib/shared/time'

type Props = { /** By the server's clock, when the page was made. */ expiresInMs: number; onOver: () => void }

/** Time left to approve a plan. Counted from the server's time, because the two clocks may differ. */
export function Countdown({ expiresInMs, onOver }: Props) {
  const [leftMs, setLeftMs] = useState(expiresInMs)
  useEffect(() => {
    const startedMs = performance.now()
    const update = () => {
      const left = expiresInMs - (performance.now() - startedMs)
      setLeftMs(left)
      if (left <= 0) {
        clearInterval(timer)
        onOver()
      }
    }
    const timer = setInterval(update, SECOND_MS)
    return () => clearInterval(timer)
  }, [expiresInMs, onOver])
  return <span className="whitespace-nowrap">Expires in {clockWords(Math.max(0, leftMs))}</span>
}

const clockWords = (ms: number): string => {
  const seconds = Math.floor((ms % MINUTE_MS) / SECOND_MS)
  return `${Math.floor(ms / MINUTE_MS)}:${String(seconds).padStart(2, '0')}`
}
