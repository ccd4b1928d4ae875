'use client'

import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { BUTTON } from '@/components/ui/button-styles'
import { MAY_NOT_WORDS } from '@/components/ui/words'
import type { Role } from '@/lib/domain/access/actor'
import { QUARANTINED_TITLE } from '@/lib/domain/home/words'
import { QUARANTINE_LABEL, RETRY_HOME, RETRYING_HOME } from './words'

export type RetryHome = (input: {
  home: string
}) => Promise<{ readonly ok: true } | { readonly ok: false; readonly fault: { readonly message: string } }>

type Props = { message: string; homeId: string; role: Role; retryHome: RetryHome }

/** Reading this home crashed the thread that reads all homes, so Steward stopped reading it. */
export function QuarantineBanner({ message, homeId, role, retryHome }: Props) {
  const router = useRouter()
  const [isPending, start] = useTransition()
  const [refused, setRefused] = useState<string | null>(null)
  const retry = () =>
    start(async () => {
      const answer = await retryHome({ home: homeId })
      setRefused(answer.ok ? null : answer.fault.message)
      router.refresh()
    })
  return (
    <section
      aria-label={QUARANTINE_LABEL}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-warn-line bg-warn-weak px-4 py-2 md:px-6"
    >
      <TriangleAlert size={16} strokeWidth={1.5} className="flex-none text-warn" aria-hidden />
      <p className="min-w-0 flex-1 basis-60">
        <b className="font-strong">{QUARANTINED_TITLE}.</b>{' '}
        <span className="text-text-2">{message.replace(`${QUARANTINED_TITLE}. `, '')}</span>
      </p>
      <button type="button" disabled={role === 'viewer' || isPending} onClick={retry} className={BUTTON}>
        {isPending ? RETRYING_HOME : RETRY_HOME}
      </button>
      <span role="status" className="text-support text-warn-text empty:hidden">
        {role === 'viewer' ? MAY_NOT_WORDS.viewer : refused}
      </span>
    </section>
  )
}
