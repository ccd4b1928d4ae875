'use client'

import { useState, useSyncExternalStore } from 'react'

/** Whether this was first rendered in the browser. False if the server rendered it. */
export function useRenderedInBrowser(): boolean {
  const isHere = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  const [atFirst] = useState(isHere)
  return atFirst
}
