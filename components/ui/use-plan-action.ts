'use client'

import { unstable_rethrow } from 'next/navigation'
import { useState, useTransition } from 'react'

/** The result of an action that did not redirect. */
type ActionResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly fault: { readonly message: string } }
  | undefined

const NO_ANSWER =
  'No answer, so nothing was prepared. Steward is stopped, or you are signed out: load this page again.'

/** Runs one action at a time and keeps the reason if it failed. */
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
        // Next reports a redirect as an error. Anything else is a lost server or a rejected request.
        unstable_rethrow(error)
        setError(NO_ANSWER)
      }
    })
  return { isPending, error, run }
}

/** A server action that prepares a plan and opens it. */
export type PlanAction<Input> = (input: Input) => Promise<ActionResult>
