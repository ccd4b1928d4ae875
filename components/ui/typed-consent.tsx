'use client'

import * as AlertDialog from 'radix-ui/alert-dialog'
import { Fragment, type ReactNode, useState } from 'react'
import { BUTTON_LARGE, BUTTON_LARGE_DESTROY } from '@/components/ui/button-styles'
import { isConsent } from '@/lib/domain/plan/consent'
import { consentPhrase } from '@/lib/domain/plan/words'

type Props = {
  title: string
  description: string
  facts: readonly (readonly [term: string, value: ReactNode])[]
  items: number
  home: string
  hint: ReactNode
  onClose: () => void
  onConsent: (phrase: string) => void
}

/**
 * The last confirmation before something is deleted for good. It lists what will be deleted and requires a
 * typed phrase.
 */
export function TypedConsent({ title, description, facts, items, home, hint, onClose, onConsent }: Props) {
  const [typed, setTyped] = useState('')
  const agrees = isConsent(typed, items, home)
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
              <AlertDialog.Title className="text-dialog font-semibold">{title}</AlertDialog.Title>
              <AlertDialog.Description className="text-text-2">{description}</AlertDialog.Description>
              <dl className="grid grid-cols-[4rem_minmax(0,1fr)] gap-x-3 gap-y-1">
                {facts.map(([term, value]) => (
                  <Fragment key={term}>
                    <dt className="text-text-2">{term}</dt>
                    <dd className="wrap-anywhere">{value}</dd>
                  </Fragment>
                ))}
              </dl>
              <label htmlFor="consent" className="mt-1">
                Type <b className="font-mono font-semibold">{consentPhrase(items, home)}</b>
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
              <p className="text-support text-text-3">{hint}</p>
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
