'use client'

import { useEffect, useState, useSyncExternalStore } from 'react'
import { noAlerts, readAlerts, subscribeToAlerts } from './alert-settings'
import { maySound } from './sound'

/** Somebody wants sound, and this browser keeps it back: a page that came back by itself had no click yet. */
export function useBlockedSound(): boolean {
  const { sound } = useSyncExternalStore(subscribeToAlerts, readAlerts, noAlerts)
  const [isBlocked, setBlocked] = useState(false)
  useEffect(() => {
    if (!sound) return
    let isOver = false
    const check = async () => {
      const may = await maySound()
      if (!isOver) setBlocked(!may)
    }
    void check()
    // What the browser waits for.
    window.addEventListener('click', check)
    window.addEventListener('keydown', check)
    return () => {
      isOver = true
      window.removeEventListener('click', check)
      window.removeEventListener('keydown', check)
    }
  }, [sound])
  return sound && isBlocked
}
