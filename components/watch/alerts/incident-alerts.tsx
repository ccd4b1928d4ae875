'use client'

import { useEffect, useRef, useState } from 'react'
import { Banner } from '@/components/ui/banner'
import { useFeed } from '@/components/watch/feed/feed-context'
import { SOUND_BLOCKED, SOUND_BLOCKED_NOTE } from '@/components/watch/words'
import type { Incident } from '@/lib/domain/watch/incidents/incident'
import { visibleName } from '@/lib/shared/visible-name'
import { readAlertSettings } from './alert-settings'
import { type KnownLevels, levelsOf, newIncidents } from './new-incidents'
import { playTones } from './sound'
import { useBlockedSound } from './use-blocked-sound'

/** Announces each new incident once: to screen readers, and as configured in this browser. */
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
    // Only the tab with the stream notifies, so that several tabs do not repeat it.
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
        <Banner level="info" title={SOUND_BLOCKED}>
          {SOUND_BLOCKED_NOTE}
        </Banner>
      )}
    </>
  )
}

function showNotification({ id, title, rule }: Incident): void {
  try {
    new Notification(visibleName(title), { body: `Rule: ${visibleName(rule)}`, tag: id })
  } catch {
    // Phones have the constructor but reject the call. The page still shows the incident.
  }
}
