'use client'

import Undo2 from 'lucide-react/icons/undo-2'
import { useState, useTransition } from 'react'
import type { MayNot } from '@/components/cleanup/plan/plan-page-model'
import { BUTTON, BUTTON_PRIMARY } from '@/components/ui/button-styles'
import { MAY_NOT_WORDS } from '@/components/ui/words'
import type { ReceiptActions } from './receipt-page-model'

type Props = {
  receiptId: string
  label: string
  isPrimary?: boolean
  mayNot: MayNot
  restoreReceipt: ReceiptActions['restoreReceipt']
}

/** Prepares a restore plan, which a viewer may do too. Nothing moves before that plan is approved. */
export function RestoreButton({ receiptId, label, isPrimary = false, mayNot, restoreReceipt }: Props) {
  const isReadOnly = mayNot === 'read-only'
  const [isPending, start] = useTransition()
  const [refused, setRefused] = useState<string | null>(null)
  const prepare = () =>
    start(async () => {
      const answer = await restoreReceipt({ receiptId })
      setRefused(answer.ok ? null : answer.fault.message)
    })
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <button
        type="button"
        disabled={isPending || isReadOnly}
        onClick={prepare}
        aria-label={label}
        className={isPrimary ? BUTTON_PRIMARY : BUTTON}
      >
        <Undo2 size={14} strokeWidth={1.5} aria-hidden />
        {isPending ? 'Preparing…' : 'Restore…'}
      </button>
      <span role="status" className="text-support text-warn-text empty:hidden">
        {isReadOnly ? MAY_NOT_WORDS[mayNot] : refused}
      </span>
    </span>
  )
}
