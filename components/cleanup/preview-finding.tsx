'use client'

import { type FormEvent, useTransition } from 'react'
import { setOut } from '@/components/shell/way-there'
import { BUTTON } from '@/components/ui/button-styles'

type Props = {
  homeId: string
  code: string
  title: string
  startFinding: (form: FormData) => Promise<void>
}

/** Opens the prepared plan of a finding. A plain form: it works without any script, and moves nothing. */
export function PreviewFinding({ homeId, code, title, startFinding }: Props) {
  const [isPreparing, start] = useTransition()
  const prepare = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    start(async () => {
      setOut('/cleanup/its-plan')
      await startFinding(form)
    })
  }
  return (
    <form action={startFinding} onSubmit={prepare}>
      <input type="hidden" name="home" value={homeId} />
      <input type="hidden" name="code" value={code} />
      <button
        type="submit"
        disabled={isPreparing}
        aria-label={`Preview: ${title}`}
        className={`${BUTTON} w-full`}
      >
        Preview
      </button>
    </form>
  )
}
