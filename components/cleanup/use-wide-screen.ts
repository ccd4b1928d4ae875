'use client'

import { useSyncExternalStore } from 'react'

/** Phones end here; the same width as the `md` of the stylesheet. */
const WIDE = '(min-width: 45.0625rem)'

export const useWideScreen = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(WIDE)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => window.matchMedia(WIDE).matches,
    () => true,
  )
