'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState, useTransition } from 'react'
import type { MayNot } from '@/components/cleanup/plan/plan-page-model'
import { BUTTON } from '@/components/ui/button-styles'
import type { ReceiptActions } from './receipt-page-model'
import { STOP_RUN, STOPPING_RUN } from './words'

type Props = {
  receiptId: string
  stopRequested: boolean
  mayNot: MayNot
  stopCleanup: ReceiptActions['stopCleanup']
}

const EVERY_MS = 1_000

/** Polls the receipt during the run, and can stop it between two items. */
export function RunWatch({ receiptId, stopRequested, mayNot, stopCleanup }: Props) {
  const router = useRouter()
  const [isPending, start] = useTransition()
  const [refused, setRefused] = useState<string | null>(null)
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') router.refresh()
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [router])
  const stop = () =>
    start(async () => {
      const answer = await stopCleanup({ receiptId })
      setRefused(answer.ok ? null : answer.fault.message)
      router.refresh()
    })
  return (
    <>
      <span role="status" className="text-support text-warn-text empty:hidden">
        {refused ?? (stopRequested ? STOPPING_RUN : '')}
      </span>
      {mayNot === null && (
        <button type="button" disabled={isPending || stopRequested} onClick={stop} className={BUTTON}>
          {STOP_RUN}
        </button>
      )}
    </>
  )
}
