'use client'

import { type MouseEvent, useEffect, useRef } from 'react'
import type { TickState } from './session-selection'

type Props = { state: TickState; label: string; onTick: (event: MouseEvent) => void }

/** A box with three states: ticked, not, and partly. */
export function Tick({ state, label, onTick }: Props) {
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
        onClick={onTick}
        className="tick"
      />
    </label>
  )
}
