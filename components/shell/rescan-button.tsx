'use client'

import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useTransition } from 'react'
import { RESCAN, RESCANNING } from './words'

type Props = { homeId: string; countAgain: (input: { home: string }) => Promise<unknown> }

/** Scans every file again, not only changed ones, for example after removing files by hand. */
export function RescanButton({ homeId, countAgain }: Props) {
  const [isPending, start] = useTransition()
  return (
    <button
      type="button"
      aria-label={isPending ? RESCANNING : RESCAN}
      title={RESCAN}
      disabled={isPending}
      onClick={() => start(async () => void (await countAgain({ home: homeId })))}
      className="inline-flex size-10 flex-none items-center justify-center rounded-control text-text-2 hover:bg-raised hover:text-text disabled:text-text-3 md:size-7"
    >
      <RefreshCw size={16} strokeWidth={1.5} />
    </button>
  )
}
