'use client'

import { useSyncExternalStore } from 'react'
import { MINUTE_MS } from '@/lib/shared/time'
import { dateWords, dayTimeWords, timeWords } from './format-utc'

const WORDS = { time: timeWords, date: dateWords, 'day-time': dayTimeWords } as const

type Props = { iso: string; show: keyof typeof WORDS }

/**
 * A time in the viewer's time zone. The server does not know it and renders UTC, labeled as such only without
 * JavaScript, because removing the label would move the lines below.
 */
export function LocalTime({ iso, show }: Props) {
  const isInBrowser = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
  const at = new Date(iso)
  const offsetMs = isInBrowser ? at.getTimezoneOffset() * MINUTE_MS : 0
  return (
    <time dateTime={iso} className="whitespace-nowrap">
      {WORDS[show](at.getTime() - offsetMs)}
      {!isInBrowser && show !== 'date' && <span className="hidden noscript:inline"> UTC</span>}
    </time>
  )
}

const subscribeToNothing = () => () => {}
