'use client'

import { useCallback, useState } from 'react'
import { filterQuery, type PlanFilter } from './plan-view-state'

/** The filter is in the URL. Changing it makes no request and adds no history entry. */
export function usePlanFilter(
  first: PlanFilter,
): readonly [PlanFilter, (change: Partial<PlanFilter>) => void] {
  const [filter, setFilter] = useState(first)
  const change = useCallback(
    (part: Partial<PlanFilter>) => {
      const next = { ...filter, ...part }
      window.history.replaceState(null, '', window.location.pathname + filterQuery(next))
      setFilter(next)
    },
    [filter],
  )
  return [filter, change]
}
