/** How this browser wants to be told of a new incident. Kept in it; nothing is told unless somebody asked for it. */
export type Alerts = { readonly notify: boolean; readonly sound: boolean }

const KEY = 'steward-watch-alerts'
const NONE: Alerts = { notify: false, sound: false }

const listeners = new Set<() => void>()
let known: { text: string | null; alerts: Alerts } = { text: null, alerts: NONE }

/** The same object until something changes. */
export function readAlerts(): Alerts {
  const text = fromStorage()
  if (text !== known.text) known = { text, alerts: parse(text) }
  return known.alerts
}

export function writeAlerts(alerts: Alerts): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(alerts))
  } catch {
    // A browser that keeps nothing forgets this choice too.
  }
  for (const listener of listeners) listener()
}

export function subscribeToAlerts(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

export const noAlerts = (): Alerts => NONE

function fromStorage(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    // Storage may be forbidden; then nobody asked for anything.
    return null
  }
}

function parse(text: string | null): Alerts {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    if (typeof value !== 'object' || value === null) return NONE
    return {
      notify: 'notify' in value && value.notify === true,
      sound: 'sound' in value && value.sound === true,
    }
  } catch {
    // Not ours, or damaged: as if it were not there.
    return NONE
  }
}
