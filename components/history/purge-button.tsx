'use client'

import { useRouter } from 'next/navigation'
import { lazy, Suspense, useState, useTransition } from 'react'
import type { MayNot } from '@/components/cleanup/plan/plan-page-model'
import { BUTTON } from '@/components/ui/button-styles'
import { MAY_NOT_WORDS } from '@/components/ui/words'
import { formatBytes } from '@/lib/shared/numbers'
import type { ReceiptActions, ReceiptPage } from './receipt-page-model'
import { purgedItems, purgeHint, purgeTitle, purgeWarning } from './words'

const TypedConsent = lazy(() =>
  import('@/components/ui/typed-consent').then((loaded) => ({ default: loaded.TypedConsent })),
)

type Props = { page: ReceiptPage; mayNot: MayNot; purgeKept: ReceiptActions['purgeKept'] }

/** Permanently deletes a run's trash or archive before it expires, for when the disk is full. */
export function PurgeButton({ page, mayNot, purgeKept }: Props) {
  const router = useRouter()
  const [isAsking, setAsking] = useState(false)
  const [isPending, start] = useTransition()
  const [refused, setRefused] = useState<string | null>(null)
  const kept = page.disposition === 'trash' ? 'trash' : 'archive'
  const purge = (consent: string) =>
    start(async () => {
      setAsking(false)
      const answer = await purgeKept({ receiptId: page.id, consent })
      setRefused(answer.ok ? null : answer.fault.message)
      router.refresh()
    })
  return (
    <div className="mt-3 grid gap-2">
      <button
        type="button"
        disabled={mayNot !== null || isPending}
        onClick={() => setAsking(true)}
        className={`${BUTTON} justify-self-start`}
      >
        {isPending ? 'Deleting…' : `Free ${formatBytes(page.keptBytes)} now…`}
      </button>
      <span role="status" className="text-support text-warn-text empty:hidden">
        {mayNot === null ? refused : MAY_NOT_WORDS[mayNot]}
      </span>
      {isAsking && (
        <Suspense>
          <TypedConsent
            title={purgeTitle(kept)}
            description={purgeWarning(kept)}
            facts={[
              ['Home', page.home.label],
              ['Path', page.home.shortPath],
              ['Goes', purgedItems(page.done)],
              ['Frees', `${formatBytes(page.keptBytes)} now`],
            ]}
            items={page.done}
            home={page.home.label}
            hint={purgeHint(kept)}
            onClose={() => setAsking(false)}
            onConsent={purge}
          />
        </Suspense>
      )}
    </div>
  )
}
