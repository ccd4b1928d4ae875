'use client'

import { useEffect, useRef, useState } from 'react'
import { Notice } from '@/components/ui/banner'
import { useFeed } from '@/components/watch/feed/feed-context'
import type { Incident } from '@/lib/domain/watch/incidents/incident'
import { visibleName } from '@/lib/shared/visible-name'
import { readAlerts } from './alert-settings'
import { type KnownLevels, levelsOf, newAmong } from './new-incidents'
import { playTones } from './sound'
import { useBlockedSound } from './use-blocked-sound'

/** Tells of each new incident once: in words to screen readers, and as this browser asked for. */
export function Alerts() {
  const { state, leads } = useFeed()
  const known = useRef<KnownLevels | null>(null)
  const [said, setSaid] = useState('')
  const isBlocked = useBlockedSound()
  useEffect(() => {
    if (state === null) return
    const fresh = known.current === null ? [] : newAmong(state.incidents, known.current)
    known.current = levelsOf(state.incidents)
    if (fresh.length === 0) return
    setSaid(fresh.map(({ title, rule }) => `${visibleName(title)}. Rule: ${visibleName(rule)}.`).join(' '))
    // The tab that holds the stream speaks for all of them.
    if (!leads) return
    const { notify, sound } = readAlerts()
    if (notify) for (const incident of fresh) showNotification(incident)
    if (sound) void playTones()
  }, [state, leads])
  return (
    <>
      <p role="status" aria-live="polite" className="sr-only">
        {said}
      </p>
      {isBlocked && (
        <Notice level="info" title="The sound is kept back by this browser">
          It lets a page be heard after the first click or key. Click anywhere here once.
        </Notice>
      )}
    </>
  )
}

function showNotification({ id, title, rule }: Incident): void {
  try {
    new Notification(visibleName(title), { body: `Rule: ${visibleName(rule)}`, tag: id })
  } catch {
    // Phones know the name and refuse the call; the page itself still shows it.
  }
}
