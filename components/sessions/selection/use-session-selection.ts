'use client'

import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { browserStorage } from '@/components/sessions/selection/browser-storage'
import { SessionSelection } from './session-selection'

/** The home's selection. The server has none, so it is restored right after hydration. */
export function useSessionSelection(homeId: string): SessionSelection {
  const selection = useMemo(() => new SessionSelection(browserStorage(homeId)), [homeId])
  useEffect(() => selection.restore(), [selection])
  useSyncExternalStore(
    selection.subscribe,
    () => selection.version,
    () => 0,
  )
  return selection
}
