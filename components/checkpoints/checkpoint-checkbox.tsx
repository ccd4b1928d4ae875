'use client'

import { useEffect, useRef } from 'react'
import { type SelectableItem, withTicked, writeSelection } from './checkpoint-selection'
import { useSelection } from './use-checkpoint-selection'

type Props = {
  homeId: string
  /** One row, or all of a page. */
  items: readonly SelectableItem[]
  label: string
  isRow: boolean
}

/** Ticks one checkpoint, or all that can go on this page. */
export function Tick({ homeId, items, label, isRow }: Props) {
  const box = useRef<HTMLInputElement>(null)
  const selection = useSelection(homeId)
  const ticked = items.filter(({ key }) => key in selection).length
  const isAll = ticked > 0 && ticked === items.length
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = ticked > 0 && !isAll
  }, [ticked, isAll])
  return (
    <label className="-m-2 inline-flex size-10 items-center justify-center md:m-0 md:size-6">
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        {...(isRow ? { 'data-tick': '' } : {})}
        disabled={items.length === 0}
        checked={isAll}
        onChange={() => writeSelection(homeId, withTicked(selection, items, !isAll))}
        className="size-3.5 accent-(--accent)"
      />
    </label>
  )
}
