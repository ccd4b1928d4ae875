'use client'

import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useTransition } from 'react'

type Props = {
  homeId: string
  isRunning: boolean
  countDatabase: (input: { home: string }) => Promise<unknown>
}

/** A measurement is kept for an hour. This starts a new one right away. */
export function RecountButton({ homeId, isRunning, countDatabase }: Props) {
  const [isPending, start] = useTransition()
  const isBusy = isPending || isRunning
  return (
    <button
      type="button"
      disabled={isBusy}
      onClick={() => start(async () => void (await countDatabase({ home: homeId })))}
      className="inline-flex h-10 items-center gap-1.5 rounded-control border border-line-strong px-3 font-medium hover:bg-raised disabled:text-text-3 md:h-7 md:px-2.5"
    >
      <RefreshCw size={14} strokeWidth={1.5} aria-hidden />
      {isBusy ? 'Counting' : 'Count again'}
    </button>
  )
}
