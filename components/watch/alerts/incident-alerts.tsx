'use client'

import { useEffect, useRef, useState } from 'react'
import { Banner } from '@/components/ui/banner'
import { useFeed } from '@/components/watch/feed/feed-context'
import type { Incident } from '@/lib/domain/watch/incidents/incident'
import { visibleName } from '@/lib/shared/visible-name'
import { readAlertSettings } from './alert-settings'
import { type KnownLevels, levelsOf, newIncidents } from './new-incidents'
import { playTones } from './sound'
import { useBlockedSound } from './use-blocked-sound'

/** Tells of each new incident once: in words to screen readers, and as this browser asked for. */
export function IncidentAlerts() {
  const { state, isLeader } = useFeed()
  const known = useRef<KnownLevels | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const isBlocked = useBlockedSound()
  useEffect(() => {
    if (state === null) return
    const fresh = known.current === null ? [] : newIncidents(state.incidents, known.current)
    known.current = levelsOf(state.incidents)
    if (fresh.length === 0) return
    setAnnouncement(
      fresh.map(({ title, rule }) => `${visibleName(title)}. Rule: ${visibleName(rule)}.`).join(' '),
    )
    // The tab that holds the stream speaks for all of them.
    if (!isLeader) return
    const { notify, sound } = readAlertSettings()
    if (notify) for (const incident of fresh) showNotification(incident)
    if (sound) void playTones()
  }, [state, isLeader])
  return (
    <>
      <p role="status" aria-live="polite" className="sr-only">
        {announcement}
      </p>
      {isBlocked && (
        <Banner level="info" title="The sound is kept back by this browser">
          It lets a page be heard after the first click or key. Click anywhere here once.
        </Banner>
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
