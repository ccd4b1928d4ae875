'use client'

import { type MouseEvent, useEffect, useRef } from 'react'
import type { SelectionState } from './session-selection'

type Props = { state: SelectionState; label: string; onToggle: (event: MouseEvent) => void }

/** A checkbox with three states. */
export function SelectionCheckbox({ state, label, onToggle }: Props) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = state === 'some'
  }, [state])
  return (
    <label className="tick-area">
      <input
        ref={box}
        type="checkbox"
        data-tick
        checked={state === 'all'}
        readOnly
        aria-label={label}
        onClick={onToggle}
        className="tick"
      />
    </label>
  )
}
