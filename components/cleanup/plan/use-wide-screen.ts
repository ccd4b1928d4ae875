'use client'

import { useSyncExternalStore } from 'react'

/** Narrower, beside the list of pages, six columns do not fit; the same width as the `lg` of the stylesheet. */
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
