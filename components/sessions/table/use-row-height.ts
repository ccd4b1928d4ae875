'use client'

import { useSyncExternalStore } from 'react'

/** One line on a wide screen, two on a phone. sessions.css has the same numbers. */
const WIDE = 32
const PHONE = 60
const QUERY = '(min-width: 45.0625rem)'

export const isWideScreen = (): boolean => window.matchMedia(QUERY).matches

export function useRowHeight(): number {
  const isWide = useSyncExternalStore(subscribe, isWideScreen, () => true)
  return isWide ? WIDE : PHONE
}

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(QUERY)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}
