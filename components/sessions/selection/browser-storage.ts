/** The tab's own storage. It may be full or forbidden; a selection that is not remembered is no reason to stop. */
import type { KeyValueStorage } from './session-selection'

export function browserStorage(homeId: string): KeyValueStorage {
  const key = `steward-selection:${homeId}`
  let pending: (() => string) | null = null
  const write = () => {
    try {
      if (pending !== null) sessionStorage.setItem(key, pending())
    } catch {
      // Full or forbidden.
    }
    pending = null
  }
  if (typeof window !== 'undefined') window.addEventListener('pagehide', write)
  return {
    read: () => {
      try {
        return sessionStorage.getItem(key)
      } catch {
        // Forbidden.
        return null
      }
    },
    write: (text) => {
      if (pending === null) setTimeout(write, WRITE_DELAY_MS)
      pending = text
    },
  }
}

/** Many ticks in a row are written once. */
const WRITE_DELAY_MS = 250
