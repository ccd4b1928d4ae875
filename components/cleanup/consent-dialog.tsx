'use client'

import * as AlertDialog from 'radix-ui/alert-dialog'
import { useState } from 'react'
import { BUTTON_LARGE, BUTTON_LARGE_DESTROY } from '@/components/ui/button-styles'
import { consentPhrase, isConsent } from '@/lib/domain/plan/consent'
import type { Amount } from '@/lib/domain/plan/plan'
import { planName, shortDigest } from '@/lib/domain/plan/word-plan'
import { formatBytes, formatPlural } from '@/lib/shared/numbers'
import type { PlanPage } from './plan-page-model'

type Props = {
  plan: PlanPage
  go: Amount
  onClose: () => void
  onConsent: (phrase: string) => void
}

/** The last question before something is gone for good: it names home, path, count and bytes, and wants them typed. */
export default function ConsentDialog({ plan, go, onClose, onConsent }: Props) {
  const [typed, setTyped] = useState('')
  const phrase = consentPhrase(go.items, plan.home.label)
  const agrees = isConsent(typed, go.items, plan.home.label)
  return (
    <AlertDialog.Root open onOpenChange={onClose}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-30 bg-scrim" />
        <AlertDialog.Content className="fixed top-1/2 left-1/2 z-30 max-h-[92dvh] w-130 max-w-[calc(100vw-24px)] -translate-x-1/2 -translate-y-1/2 overflow-auto rounded-dialog bg-surface shadow-float">
          <form
            onSubmit={(event) => {
              event.preventDefault()
              if (agrees) onConsent(typed)
            }}
          >
            <div className="grid gap-3 p-5 md:p-6">
              <AlertDialog.Title className="text-dialog font-semibold">
                Delete {formatPlural(go.items, 'item')} from {plan.home.label} for good?
              </AlertDialog.Title>
              <AlertDialog.Description className="text-text-2">
                There is no trash and no archive for this run. Steward cannot bring these back.
              </AlertDialog.Description>
              <dl className="grid grid-cols-[4rem_minmax(0,1fr)] gap-x-3 gap-y-1">
                <dt className="text-text-2">Home</dt>
                <dd>
                  {plan.home.label}
                  {plan.home.demo ? ' (demo)' : ''}
                </dd>
                <dt className="text-text-2">Path</dt>
                <dd className="font-mono text-support leading-5 wrap-anywhere">{plan.homePath}</dd>
                <dt className="text-text-2">Goes</dt>
                <dd>
                  {formatPlural(go.items, 'item')}: {planName(plan)}
                </dd>
                <dt className="text-text-2">Frees</dt>
                <dd>{formatBytes(go.bytes)} now</dd>
                <dt className="text-text-2">Digest</dt>
                <dd className="font-mono text-support leading-5">{shortDigest(plan.digest)}</dd>
              </dl>
              <label htmlFor="consent" className="mt-1">
                Type <b className="font-mono font-semibold">{phrase}</b>
              </label>
              <input
                id="consent"
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                className="h-11 rounded-control border border-line-strong bg-inset px-3 font-mono md:h-9"
              />
              <p className="text-support text-text-3">
                Or go back and choose trash: the same items,{' '}
                {plan.trashDays === null
                  ? 'restorable'
                  : `restorable for ${formatPlural(plan.trashDays, 'day')}`}
                .
              </p>
            </div>
            <footer className="flex justify-end gap-2 border-t border-line px-5 py-3 md:px-6">
              <AlertDialog.Cancel className={BUTTON_LARGE}>Go back</AlertDialog.Cancel>
              <button type="submit" disabled={!agrees} className={BUTTON_LARGE_DESTROY}>
                Delete for good
              </button>
            </footer>
          </form>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
