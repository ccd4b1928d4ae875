'use client'

import { useId, useState, useTransition } from 'react'
import { BUTTON, BUTTON_PRIMARY } from '@/components/ui/button-styles'
import type { Incident } from '@/lib/domain/watch/incidents/incident'
import { visibleText } from '@/lib/shared/visible-text'
import { useClock } from './feed/use-clock'
import type { WatchActions } from './watch-actions'
import { ACKNOWLEDGE_NOTE, ACKNOWLEDGE_NOTE_SHORT } from './words'

type Props = { incident: Incident; acknowledge: WatchActions['acknowledge'] | null }

const MAX_NOTE_LENGTH = 500

/** Lets the team know that someone is on it, with an optional note. Closes nothing. */
export function Acknowledge({ incident, acknowledge }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [note, setNote] = useState('')
  const [error, setError] = useState('')
  const [isPending, start] = useTransition()
  const fieldId = useId()
  if (incident.acknowledged !== null) return <AcknowledgedBy acknowledged={incident.acknowledged} />
  if (acknowledge === null) return null
  if (!isOpen)
    return (
      <div className="px-4 pt-3 md:absolute md:top-3 md:right-4 md:p-0">
        <button type="button" className={BUTTON} onClick={() => setOpen(true)}>
          Acknowledge
        </button>
      </div>
    )
  const send = () =>
    start(async () => {
      const done = await acknowledge({ home: incident.homeId, incident: incident.id, note: note.trim() })
      setError(done.ok ? '' : done.fault.message)
      if (done.ok) setOpen(false)
    })
  return (
    <form action={send} className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
      <label htmlFor={fieldId} className="sr-only">
        {ACKNOWLEDGE_NOTE}
      </label>
      <input
        id={fieldId}
        // Focuses the field that replaced the button.
        ref={(field) => field?.focus()}
        value={note}
        maxLength={MAX_NOTE_LENGTH}
        placeholder={ACKNOWLEDGE_NOTE_SHORT}
        onChange={(event) => setNote(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setOpen(false)
        }}
        className="h-10 min-w-0 flex-1 rounded-control border border-line-strong bg-surface px-2 md:h-7"
      />
      <button type="submit" disabled={isPending} className={BUTTON_PRIMARY}>
        Acknowledge
      </button>
      <button type="button" className={BUTTON} onClick={() => setOpen(false)}>
        Not yet
      </button>
      {error !== '' && <span className="basis-full text-support text-warn-text">{error}</span>}
    </form>
  )
}

function AcknowledgedBy({ acknowledged }: { acknowledged: NonNullable<Incident['acknowledged']> }) {
  const clock = useClock()
  return (
    <p className="border-b border-line px-4 py-2 text-support text-text-2 wrap-break-word">
      Acknowledged {clock(acknowledged.atMs)} by {visibleText(acknowledged.by)}
      {acknowledged.note !== '' && `: ${visibleText(acknowledged.note)}`}
    </p>
  )
}
