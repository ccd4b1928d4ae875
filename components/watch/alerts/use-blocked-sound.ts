'use client'

import { useEffect, useState, useSyncExternalStore } from 'react'
import { defaultAlertSettings, readAlertSettings, subscribeToAlertSettings } from './alert-settings'
import { canPlaySound } from './sound'

/** Sound is enabled but the browser blocks it, because a page that reloaded by itself had no click yet. */
export function useBlockedSound(): boolean {
  const { sound } = useSyncExternalStore(subscribeToAlertSettings, readAlertSettings, defaultAlertSettings)
  const [isBlocked, setBlocked] = useState(false)
  useEffect(() => {
    if (!sound) return
    let isUnmounted = false
    const check = async () => {
      const canPlay = await canPlaySound()
      if (!isUnmounted) setBlocked(!canPlay)
    }
    void check()
    // The browser allows sound after one of these.
    window.addEventListener('click', check)
    window.addEventListener('keydown', check)
    return () => {
      isUnmounted = true
      window.removeEventListener('click', check)
      window.removeEventListener('keydown', check)
    }
  }, [sound])
  return sound && isBlocked
}
