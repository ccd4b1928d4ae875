'use client'

import type { FormEvent } from 'react'
import type { Go } from '@/components/sessions/table/use-listing'
import { setStarted } from '@/components/sessions/view-changes'
import type { SessionsView } from '@/components/sessions/view-state'
import { STARTED_FROM, STARTED_TO } from './words'

type Props = { view: SessionsView; go: Go }

/** The range of start days, with the browser's date picker. */
export function StartedChoice({ view, go }: Props) {
  const { from, to } = view.started
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const day = (key: string) => String(form.get(key) ?? '') || null
    event.currentTarget.closest('details')?.removeAttribute('open')
    go(setStarted(view, day('from'), day('to')))
  }
  return (
    <form onSubmit={apply} className="mt-3 text-support text-text-3">
      <p className="pb-1 font-medium">Started, UTC days</p>
      <div className="flex flex-wrap items-center gap-1.5">
        <input
          type="date"
          key={`from${from}`}
          name="from"
          defaultValue={from ?? ''}
          aria-label={STARTED_FROM}
          className="amount-box day-box"
        />
        to
        <input
          type="date"
          key={`to${to}`}
          name="to"
          defaultValue={to ?? ''}
          aria-label={STARTED_TO}
          className="amount-box day-box"
        />
        <button type="submit" className="choice-chip">
          Set
        </button>
      </div>
    </form>
  )
}
