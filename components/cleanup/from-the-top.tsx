'use client'

import { useEffect, useRef, useSyncExternalStore } from 'react'

/** A form's answer opens its page where the form was left, far down; a plan is read from its first line. */
export function FromTheTop() {
  // Only where the page came by itself: a reload keeps its place.
  const isFresh = useRef(useSyncExternalStore(subscribeToNothing, isHere, isNotHere))
  useEffect(() => {
    if (isFresh.current) window.scrollTo(0, 0)
  }, [])
  return null
}

const subscribeToNothing = () => () => {}
const isHere = () => true
const isNotHere = () => false
