'use client'

import { useSyncExternalStore } from 'react'
import { MINUTE_MS } from '@/lib/shared/time'
import { dateWords, dayTimeWords, timeWords } from './utc-words'

const WORDS = { time: timeWords, date: dateWords, 'day-time': dayTimeWords } as const

type Props = { iso: string; show: keyof typeof WORDS }

/** A time in the viewer's own clock. The server does not know that clock, so it writes UTC and says so. */
export function LocalTime({ iso, show }: Props) {
  const isInBrowser = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
  const at = new Date(iso)
  const text = isInBrowser
    ? WORDS[show](at.getTime() - at.getTimezoneOffset() * MINUTE_MS)
    : `${WORDS[show](at.getTime())}${show === 'date' ? '' : ' UTC'}`
  return (
    <time dateTime={iso} className="whitespace-nowrap">
      {text}
    </time>
  )
}

const subscribeToNothing = () => () => {}
