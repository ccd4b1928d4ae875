'use client'

import { useState, useSyncExternalStore } from 'react'

/** Whether the browser drew this first; false where it took over what the server had drawn. */
export function useFirstDrawnHere(): boolean {
  const isHere = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  const [atFirst] = useState(isHere)
  return atFirst
}
