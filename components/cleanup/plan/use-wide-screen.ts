'use client'

import { useSyncExternalStore } from 'react'

/** Below this, six columns do not fit next to the navigation. Same width as the stylesheet's `lg`. */
const WIDE = '(min-width: 72rem)'

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
