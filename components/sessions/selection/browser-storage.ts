/** The tab's session storage. It may be full or blocked; then the selection is simply not saved. */
import type { KeyValueStorage } from './session-selection'

export function browserStorage(homeId: string): KeyValueStorage {
  const key = `steward-selection:${homeId}`
  let pending: (() => string) | null = null
  const write = () => {
    try {
      if (pending !== null) sessionStorage.setItem(key, pending())
    } catch {
      // Full or blocked.
    }
    pending = null
  }
  if (typeof window !== 'undefined') window.addEventListener('pagehide', write)
  return {
    read: () => {
      try {
        return sessionStorage.getItem(key)
      } catch {
        // Blocked.
        return null
      }
    },
    write: (text) => {
      if (pending === null) setTimeout(write, WRITE_DELAY_MS)
      pending = text
    },
  }
}

/** Many changes in a row are written once. */
const WRITE_DELAY_MS = 250
