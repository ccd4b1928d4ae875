'use client'

import { unstable_rethrow } from 'next/navigation'
import { useState, useTransition } from 'react'

/** What an action that leads elsewhere gives back when it does not. */
type Answer =
  | { readonly ok: true }
  | { readonly ok: false; readonly fault: { readonly message: string } }
  | undefined

const NO_ANSWER =
  'No answer, so nothing was prepared. Steward is stopped, or you are signed out: load this page again.'

/** Asks once at a time, and keeps in words why it came to nothing. */
export function useAsk() {
  const [isAsking, start] = useTransition()
  const [refused, setRefused] = useState<string | null>(null)
  const ask = (action: () => Promise<Answer>) =>
    start(async () => {
      setRefused(null)
      try {
        const answer = await action()
        setRefused(answer === undefined || answer.ok ? null : answer.fault.message)
      } catch (error) {
        // Going elsewhere comes as an error of Next's own; the rest is a lost server or a request it would not take.
        unstable_rethrow(error)
        setRefused(NO_ANSWER)
      }
    })
  return { isAsking, refused, ask }
}

/** An action of a page that makes a plan and goes there. */
export type AskPlan<Input> = (input: Input) => Promise<Answer>
