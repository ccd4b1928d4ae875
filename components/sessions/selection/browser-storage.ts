/** The tab's own storage. It may be full or forbidden; a selection that is not remembered is no reason to stop. */
import type { KeyValueStorage } from './session-selection'

export function browserStorage(homeId: string): KeyValueStorage {
  const key = `steward-selection:${homeId}`
  let waiting: (() => string) | null = null
  const write = () => {
    try {
      if (waiting !== null) sessionStorage.setItem(key, waiting())
    } catch {
      // Full or forbidden.
    }
    waiting = null
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
      if (waiting === null) setTimeout(write, WRITE_AFTER_MS)
      waiting = text
    },
  }
}

/** Many ticks in a row are written once. */
const WRITE_AFTER_MS = 250
