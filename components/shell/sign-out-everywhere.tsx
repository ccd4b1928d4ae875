'use client'

import { useTransition } from 'react'

type Props = { signOutEverywhere: (input: unknown) => Promise<unknown> }

/** Ends every sign-in including this one. The next request has to sign in again. */
export function SignOutEverywhere({ signOutEverywhere }: Props) {
  const [isPending, start] = useTransition()
  const signOut = () =>
    start(async () => {
      await signOutEverywhere({})
      window.location.assign('/sign-in?message=signed-out')
    })
  return (
    <button
      type="button"
      disabled={isPending}
      onClick={signOut}
      className="min-h-10 underline-offset-2 hover:text-text hover:underline md:min-h-6"
    >
      Sign out everywhere
    </button>
  )
}
