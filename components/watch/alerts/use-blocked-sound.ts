'use client'

import { useEffect, useState, useSyncExternalStore } from 'react'
import { defaultAlertSettings, readAlertSettings, subscribeToAlertSettings } from './alert-settings'
import { canPlaySound } from './sound'

/** Somebody wants sound, and this browser keeps it back: a page that came back by itself had no click yet. */
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
    // What the browser waits for.
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
