'use client'

import { useRouter } from 'next/navigation'
import { lazy, Suspense, useCallback, useState } from 'react'
import { whyNotApprovable } from '@/components/cleanup/words'
import { BUTTON_LARGE_DESTROY, BUTTON_LARGE_PRIMARY } from '@/components/ui/button-styles'
import type { PlanChoice } from '@/lib/domain/plan/plan-choice'
import { runWords, shortDigest } from '@/lib/domain/plan/words'
import { formatBytes, formatCount, formatPlural } from '@/lib/shared/numbers'
import { Countdown } from './countdown'
import type { MayNot, PlanActions, PlanPage } from './plan-page-model'

/** Loaded on demand, because few plans delete. */
const ConsentDialog = lazy(() => import('./consent-dialog'))

type Props = {
  plan: PlanPage
  choice: PlanChoice
  /** The unticked ids, read at the moment of the click. */
  except: () => readonly string[]
  mayNot: MayNot
  approvePlan: PlanActions['approvePlan']
}

/** Repeats what will happen to which home. The only place to approve a plan. */
export function ApproveBar({ plan, choice, except, mayNot, approvePlan }: Props) {
  const router = useRouter()
  const [isAsking, setAsking] = useState(false)
  const [isSending, setSending] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const { go, unticked } = choice
  const words = runWords(plan)
  const isDelete = plan.restores === null && plan.disposition === 'delete'
  const why = whyNotApprovable(plan, go.items, mayNot)

  const approve = async (consent: string | null) => {
    setAsking(false)
    setSending(true)
    setRefused(null)
    const answer = await approvePlan({ planId: plan.id, digest: plan.digest, except: except(), consent })
    if (!answer.ok) setRefused(answer.fault.message)
    setSending(false)
    router.refresh()
  }
  const onOver = useCallback(() => router.refresh(), [router])

  return (
    <div className="approve-bar">
      <div className="min-w-0 basis-full md:flex-1 md:basis-auto">
        <b className="font-semibold">
          {formatPlural(go.items, 'item')}, {formatBytes(go.bytes)}, {words.where}
        </b>
        <span className="block text-support text-text-2">
          home {plan.home.label}, digest <span className="font-mono">{shortDigest(plan.digest)}</span>
          {unticked.items > 0 && `, ${formatCount(unticked.items)} unticked`}
        </span>
        <span role="status" className="block text-support text-warn-text">
          {refused ?? why ?? ''}
        </span>
      </div>
      {plan.state === 'open' && (
        <span className="text-support text-text-2">
          <Countdown expiresInMs={plan.expiresInMs} onOver={onOver} />
        </span>
      )}
      <button
        type="button"
        disabled={why !== null || isSending}
        onClick={() => (isDelete ? setAsking(true) : void approve(null))}
        className={`max-md:flex-1 ${isDelete ? BUTTON_LARGE_DESTROY : BUTTON_LARGE_PRIMARY}`}
      >
        {isSending ? 'Starting…' : words.approve(go.items)}
      </button>
      {isAsking && (
        <Suspense>
          <ConsentDialog
            plan={plan}
            go={go}
            onClose={() => setAsking(false)}
            onConsent={(phrase) => void approve(phrase)}
          />
        </Suspense>
      )}
    </div>
  )
}
