'use client'

import { useEffect, useState, useSyncExternalStore } from 'react'
import { browserShelf } from './browser-shelf'
import { Selection } from './selection'

const EMPTY_SHELF = { read: () => null, write: () => {} }

/** The home's selection. The server knows none, so it is taken up right after the page stands. */
export function useSelection(homeId: string): Selection {
  const [selection, setSelection] = useState(() => new Selection(EMPTY_SHELF))
  useEffect(() => setSelection(new Selection(browserShelf(homeId))), [homeId])
  useSyncExternalStore(
    selection.subscribe,
    () => selection.version,
    () => 0,
  )
  return selection
}
