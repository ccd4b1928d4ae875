'use client'

import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import type { MayNot } from '@/components/cleanup/plan/plan-page-model'
import { Banner } from '@/components/ui/banner'
import { BUTTON } from '@/components/ui/button-styles'
import { MAY_NOT_WORDS } from '@/components/ui/words'
import { ADOPT_HOME, movedNote, movedTitle } from './words'

export type Moved = {
  readonly path: string
  readonly shortPath: string
  readonly receipts: number
  readonly home: string
}

export type AdoptHome = (input: {
  home: string
  from: string
}) => Promise<{ readonly ok: true } | { readonly ok: false; readonly fault: { readonly message: string } }>

type Props = { moved: Moved; mayNot: MayNot; adoptHome: AdoptHome }

/** Asks whether this home is one that Steward knew at another path. */
export function MovedHomeBanner({ moved, mayNot, adoptHome }: Props) {
  const router = useRouter()
  const [isPending, start] = useTransition()
  const [refused, setRefused] = useState<string | null>(null)
  const adopt = () =>
    start(async () => {
      const answer = await adoptHome({ home: moved.home, from: moved.path })
      setRefused(answer.ok ? null : answer.fault.message)
      router.refresh()
    })
  return (
    <Banner level="info" title={movedTitle(moved.shortPath)}>
      <span className="block">{movedNote(moved.receipts)}</span>
      <button
        type="button"
        disabled={mayNot !== null || isPending}
        onClick={adopt}
        className={`${BUTTON} mt-2`}
      >
        {ADOPT_HOME}
      </button>
      <span role="status" className="ml-2 text-support text-warn-text empty:hidden">
        {mayNot === null ? refused : MAY_NOT_WORDS[mayNot]}
      </span>
    </Banner>
  )
}
