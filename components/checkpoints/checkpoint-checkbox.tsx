'use client'

import { useEffect, useRef } from 'react'
import {
  type SelectableItem,
  useCheckpointSelection,
  withSelected,
  writeSelection,
} from './checkpoint-selection'

type Props = {
  homeId: string
  /** One row, or all rows of a page. */
  items: readonly SelectableItem[]
  label: string
  isRow: boolean
}

/** Selects one checkpoint, or all on this page that can be removed. */
export function CheckpointCheckbox({ homeId, items, label, isRow }: Props) {
  const box = useRef<HTMLInputElement>(null)
  const selection = useCheckpointSelection(homeId)
  const selectedCount = items.filter(({ key }) => key in selection).length
  const isAll = selectedCount > 0 && selectedCount === items.length
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = selectedCount > 0 && !isAll
  }, [selectedCount, isAll])
  return (
    <label className="-m-2 inline-flex size-10 items-center justify-center md:m-0 md:size-6">
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        {...(isRow ? { 'data-tick': '' } : {})}
        disabled={items.length === 0}
        checked={isAll}
        onChange={() => writeSelection(homeId, withSelected(selection, items, !isAll))}
        className="size-3.5 accent-(--accent)"
      />
    </label>
  )
}
