'use client'

import { unstable_rethrow } from 'next/navigation'
import { useState, useTransition } from 'react'

/** What an action that leads elsewhere gives back when it does not. */
type ActionResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly fault: { readonly message: string } }
  | undefined

const NO_ANSWER =
  'No answer, so nothing was prepared. Steward is stopped, or you are signed out: load this page again.'

/** Asks once at a time, and keeps in words why it came to nothing. */
export function usePlanAction() {
  const [isPending, start] = useTransition()
  const [error, setError] = useState<string | null>(null)
  const run = (action: () => Promise<ActionResult>) =>
    start(async () => {
      setError(null)
      try {
        const answer = await action()
        setError(answer === undefined || answer.ok ? null : answer.fault.message)
      } catch (error) {
        // Going elsewhere comes as an error of Next's own; the rest is a lost server or a request it would not take.
        unstable_rethrow(error)
        setError(NO_ANSWER)
      }
    })
  return { isPending, error, run }
}

/** An action of a page that makes a plan and goes there. */
export type PlanAction<Input> = (input: Input) => Promise<ActionResult>
