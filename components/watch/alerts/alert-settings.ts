/** How this browser announces new incidents. Stored in the browser; off by default. */
export type AlertSettings = { readonly notify: boolean; readonly sound: boolean }

const KEY = 'steward-watch-alerts'
const DEFAULTS: AlertSettings = { notify: false, sound: false }

const listeners = new Set<() => void>()
let cached: { text: string | null; alerts: AlertSettings } = { text: null, alerts: DEFAULTS }

/** The same object until something changes. */
export function readAlertSettings(): AlertSettings {
  const text = fromStorage()
  if (text !== cached.text) cached = { text, alerts: parse(text) }
  return cached.alerts
}

export function writeAlertSettings(alerts: AlertSettings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(alerts))
  } catch {
    // Without storage, the choice is lost on reload.
  }
  for (const listener of listeners) listener()
}

export function subscribeToAlertSettings(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

export const defaultAlertSettings = (): AlertSettings => DEFAULTS

function fromStorage(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    // If storage is blocked, nothing is enabled.
    return null
  }
}

function parse(text: string | null): AlertSettings {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    if (typeof value !== 'object' || value === null) return DEFAULTS
    return {
      notify: 'notify' in value && value.notify === true,
      sound: 'sound' in value && value.sound === true,
    }
  } catch {
    // Not written by Steward, or damaged: use the defaults.
    return DEFAULTS
  }
}
