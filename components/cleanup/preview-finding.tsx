'use client'

import type { FormEvent } from 'react'
import { announceNavigation } from '@/components/shell/navigation-events'
import { BUTTON } from '@/components/ui/button-styles'
import { usePlanAction } from '@/components/ui/use-plan-action'

type Props = {
  homeId: string
  code: string
  title: string
  startFinding: (form: FormData) => Promise<void>
}

/** Prepares the plan of a finding and opens it. A plain form that works without JavaScript. */
export function PreviewFinding({ homeId, code, title, startFinding }: Props) {
  const { isPending, error, run } = usePlanAction()
  const prepare = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    run(async () => {
      announceNavigation('/cleanup/its-plan')
      await startFinding(form)
      return undefined
    })
  }
  return (
    <form action={startFinding} onSubmit={prepare}>
      <input type="hidden" name="home" value={homeId} />
      <input type="hidden" name="code" value={code} />
      <button
        type="submit"
        disabled={isPending}
        aria-label={`Preview: ${title}`}
        className={`${BUTTON} w-full`}
      >
        Preview
      </button>
      {error !== null && (
        <span role="alert" className="mt-1 block text-support text-danger-text">
          {error}
        </span>
      )}
    </form>
  )
}
