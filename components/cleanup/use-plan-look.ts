'use client'

import { useCallback, useState } from 'react'
import { lookQuery, type PlanLook } from './plan/plan-view-state'

/** The look lives in the address; changing it asks nobody and leaves no trail of steps to go back through. */
export function usePlanLook(first: PlanLook): readonly [PlanLook, (change: Partial<PlanLook>) => void] {
  const [look, setLook] = useState(first)
  const change = useCallback(
    (part: Partial<PlanLook>) => {
      const next = { ...look, ...part }
      window.history.replaceState(null, '', window.location.pathname + lookQuery(next))
      setLook(next)
    },
    [look],
  )
  return [look, change]
}
