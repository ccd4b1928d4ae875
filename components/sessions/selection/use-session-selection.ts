'use client'

import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { browserStorage } from '@/components/sessions/selection/browser-storage'
import { Selection } from './session-selection'

/** The home's selection. The server knows none, so it is recalled right after the page stands. */
export function useSelection(homeId: string): Selection {
  const selection = useMemo(() => new Selection(browserStorage(homeId)), [homeId])
  useEffect(() => selection.recall(), [selection])
  useSyncExternalStore(
    selection.subscribe,
    () => selection.version,
    () => 0,
  )
  return selection
}
